import { type Actor, type AnyEndpoint, commonErrors, kindsOf, refusalByRights, wrongKind } from '@parley/contracts';

/**
 * The endpoint's own demand on its caller. The gateway has judged already, by the stored membership; a service judges
 * the actor it was handed once more, so that no mistake in front of it opens another project.
 * @param projectId of the path, if it names one
 * @returns the actor to run as: on public endpoints, a member of another project becomes anonymous
 * @throws commonErrors.unauthorized, not_a_member, role_too_low, right_missing, users_only
 */
export function admit(endpoint: AnyEndpoint, actor: Actor, projectId?: string): Actor {
  const { role } = endpoint;
  if (role === 'public') return projectId === undefined || actor.projectId === projectId ? actor : anonymous;
  if (actor.kind === 'none') throw commonErrors.unauthorized();

  const inProject = role !== 'signed_in';
  if (inProject && (actor.role === undefined || (projectId !== undefined && actor.projectId !== projectId))) {
    throw commonErrors.not_a_member();
  }
  if (!kindsOf(endpoint).includes(actor.kind)) throw wrongKind(endpoint);
  const refusal = inProject ? refusalByRights(endpoint, actor) : undefined;
  if (refusal !== undefined) throw refusal;
  return actor;
}

const anonymous: Actor = { kind: 'none', id: '' };
