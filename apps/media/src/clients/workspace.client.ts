import { type Actor, lowerRole, type Right, type Role, rightNames, roleReaches } from '@parley/contracts';
import type { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import type { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';

import type { ProjectRules } from '../project/project.ts';
import { rulesOf } from '../project/project.ts';

/** Calls to the workspace service. */
export interface WorkspaceClient {
  /** The caller as a member of a project, with the stored role; undefined if they are not a member. @throws dependency_down */
  memberOf(actor: Actor, projectId: string): Promise<Actor | undefined>;
  /** The rules of a project; undefined if it does not exist or has been deleted. @throws dependency_down */
  rulesOf(projectId: string): Promise<ProjectRules | undefined>;
}

export function workspaceClient(
  identity: PromiseClient<typeof IdentityServiceService>,
  directory: PromiseClient<typeof DirectoryServiceService>,
): WorkspaceClient {
  return {
    async memberOf(actor, projectId) {
      // Principals bound to a project cannot be members of another.
      if (actor.kind !== 'user' && actor.projectId !== projectId) return undefined;
      if (actor.kind === 'bot') return { ...actor, role: 'agent' };
      const { found, membership } = await identity.getMembership({
        idProject: projectId,
        kind: actor.kind,
        id: actor.id,
      });
      if (!found || membership?.status !== 'active' || !roleReaches(membership.role, 'guest')) return undefined;
      const { role: stored, idProjectUser: teammateId } = membership;
      // The role of a machine token is a limit.
      const role = actor.kind === 'token' ? lowerRole(actor.role, stored as Role) : (stored as Role);
      const { visibility = 'all' } = membership.customRole ?? {};
      const narrowed = visibility === 'all' ? undefined : visibility === 'departments' ? visibility : 'own';
      const rights = actor.rights ?? rightsIn(membership.customRole?.rights);
      return { ...actor, projectId, role, rights, visibility: narrowed, teammateId };
    },
    async rulesOf(idProject) {
      const project = await undefinedIfNotFound(directory.getProject({ idProject }));
      return project && rulesOf(JSON.parse(project.settingsJson), JSON.parse(project.attributesJson));
    },
  };
}

function rightsIn(words: readonly string[] | undefined): Right[] | undefined {
  return words && rightNames.filter((right) => words.includes(right));
}
