import {
  type Actor,
  type AnyEndpoint,
  AppError,
  commonErrors,
  isRecordId,
  kindsOf,
  refusalByRights,
  wrongKind,
} from '@parley/contracts';
import { actorOf, type Identity } from '@parley/identity';
import { runInCall } from '@parley/service-kit/call';

import type { Context } from './context.ts';
import type { GatewayCall } from './gateway-call.ts';

/** A caller without credentials. */
export const anonymous: Actor = { kind: 'none', id: '' };

/**
 * Authorises the caller by the project's rules and the stored membership.
 * @returns the actor as services will see it
 * @throws commonErrors.not_a_member, ip_not_allowed, banned, role_too_low, right_missing, users_only, unauthorized, dependency_down
 */
export async function authorise(context: Context, endpoint: AnyEndpoint, call: GatewayCall): Promise<Actor> {
  const { identity, projectId, requestId, span, address: clientAddress } = call;
  // Everywhere, and for owners too: who has stolen a token must not use it from elsewhere.
  if (identity?.principal.addresses?.has(clientAddress) === false) throw commonErrors.ip_not_allowed();
  const judge = endpoint.role === 'public' ? authorisePublic : authoriseMember;
  const isRemembered =
    identity !== undefined && projectId !== undefined && context.identities.admission.remembers(identity, projectId);
  if (isRemembered) return judge(context, endpoint, call);

  // Calls to other services carry this call's request id and trace.
  const facts = { requestId, operation: endpoint.operation, traceparent: span.traceparent, clientAddress };
  return runInCall(facts, () => judge(context, endpoint, call));
}

async function authorisePublic({ identities }: Context, _endpoint: AnyEndpoint, call: GatewayCall): Promise<Actor> {
  const { projectId, address, identity } = call;
  if (projectId === undefined) return identity === undefined ? anonymous : actorOutside(identity);
  // No project has such an id; the service answers with its own 404.
  if (!isRecordId(projectId)) return anonymous;

  const known = belongsTo(identity, projectId) ? identity : undefined;
  await identities.admission.checkAccess(known, projectId, address);
  return known === undefined ? anonymous : (await identities.admission.standingOf(known, projectId)).actor;
}

async function authoriseMember({ identities }: Context, endpoint: AnyEndpoint, call: GatewayCall): Promise<Actor> {
  const { projectId, address, identity } = call;
  if (identity === undefined) throw commonErrors.unauthorized();
  if (endpoint.role === 'signed_in' || projectId === undefined) {
    checkKind(endpoint, identity);
    return actorOutside(identity);
  }
  if (!isRecordId(projectId) || !belongsTo(identity, projectId)) throw commonErrors.not_a_member();

  const access = await accessOf(identities.admission.checkAccess(identity, projectId, address));
  if (access !== undefined && !(access.code === 'ip_not_allowed' && isProjectChange(endpoint))) throw access;
  checkKind(endpoint, identity);

  const { actor, refusal } = await identities.admission.standingOf(identity, projectId);
  if (refusal !== undefined) throw refusal;
  // An owner whom an address rule excludes may still change the project, to withdraw the rule.
  if (access !== undefined && actor.role !== 'owner') throw access;
  const missing = refusalByRights(endpoint, actor);
  if (missing !== undefined) throw missing;
  return actor;
}

function belongsTo(identity: Identity | undefined, projectId: string): boolean {
  const bound = identity?.principal.projectId;
  return bound === undefined || bound === projectId;
}

/** Outside of projects there is no role but that of a machine token, which is a limit; a bound principal still belongs to its project. */
function actorOutside({ principal }: Identity): Actor {
  return actorOf(principal, { projectId: principal.projectId, role: principal.role, rights: principal.rights });
}

function checkKind(endpoint: AnyEndpoint, { principal }: Identity): void {
  if (!kindsOf(endpoint).includes(principal.kind)) throw wrongKind(endpoint);
}

async function accessOf(check: Promise<void>): Promise<AppError | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden') return error;
    throw error;
  }
}

/** PUT and PATCH of the project itself. Source: contract 11 section 4. */
function isProjectChange({ method, path }: AnyEndpoint): boolean {
  return (method === 'put' || method === 'patch') && path === '/v3/projects/:id_project';
}
