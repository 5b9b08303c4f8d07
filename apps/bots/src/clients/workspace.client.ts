import { type Actor, type Permissions, rightNames, roles, type TextsByLabel } from '@parley/contracts';
import type { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import type { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { isId } from '@parley/service-kit/call';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';

/** Calls to the workspace service. */
export interface WorkspaceClient {
  /** The department as its GET returns it; undefined when the project has no such department. @throws dependency_down */
  findDepartment(projectId: string, id: string): Promise<object | undefined>;
  /** `_id` of the department with this name, ignoring case; undefined when there is none. @throws dependency_down */
  findDepartmentNamed(projectId: string, name: string): Promise<string | undefined>;
  /** All label texts, in this language or else in the project's default language. @throws dependency_down */
  getLabels(projectId: string, language: string): Promise<TextsByLabel>;
  /** What the actor may do in a project now; undefined when they are not a member. @throws dependency_down */
  permissionsOf(actor: Actor, projectId: string): Promise<Permissions | undefined>;
}

export function workspaceClient(
  directory: PromiseClient<typeof DirectoryServiceService>,
  identity: PromiseClient<typeof IdentityServiceService>,
): WorkspaceClient {
  return {
    async findDepartment(idProject, idDepartment) {
      const found = await undefinedIfNotFound(directory.getDepartment({ idProject, idDepartment, orDefault: false }));
      return found?.department && (JSON.parse(found.department.recordJson) as object);
    },
    async findDepartmentNamed(idProject, name) {
      const named = { idProject, idDepartment: '', orDefault: false, name };
      const found = await undefinedIfNotFound(directory.getDepartment(named));
      return found?.department?.id;
    },
    async getLabels(idProject, lang) {
      const { texts } = await directory.getLabels({ idProject, lang, keys: [] });
      const { ARRAY_DAYS: _list, ...words } = texts;
      return words;
    },
    async permissionsOf(actor, idProject) {
      const { kind, id, projectId } = actor;
      // A machine token is of one project, whatever the person is elsewhere who made it.
      if (kind === 'token') return projectId === idProject ? actor : undefined;
      if (!isId(idProject)) return undefined;
      const { found, membership } = await identity.getMembership({ idProject, kind, id });
      const role = roles.find((known) => known === membership?.role);
      if (!found || membership?.status !== 'active' || role === undefined) return undefined;
      const rights =
        membership.customRole && rightNames.filter((right) => membership.customRole?.rights.includes(right));
      return { role, rights };
    },
  };
}
