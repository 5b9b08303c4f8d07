import type { Member, WorkspaceClient } from '../clients/workspace.client.ts';
import type { Directory, KnownMember } from './directory.repository.ts';

/** Members of a project: from the copies, and from workspace for those who have not come through yet. */
export class Members {
  readonly #directory: Directory;
  readonly #workspace: WorkspaceClient;

  constructor(directory: Directory, workspace: WorkspaceClient) {
    this.#directory = directory;
    this.#workspace = workspace;
  }

  /**
   * Those of `ids` (user ids, uuid_users or teammate ids) who are active members.
   * @throws dependency_down when somebody is unknown here and workspace cannot be asked
   */
  async resolve(projectId: string, ids: readonly string[]): Promise<Member[]> {
    const known = (await this.#directory.findMembers(projectId, ids)).map(memberOf);
    const missing = ids.filter((id) => !known.some((member) => isNamed(member, id)));
    const fetched = missing.length > 0 ? await this.#workspace.resolveMembers(projectId, missing) : [];
    return [...known, ...fetched].filter((member) => member.active);
  }

  async find(projectId: string, id: string): Promise<Member | undefined> {
    return (await this.resolve(projectId, [id]))[0];
  }
}

/** `id` is his user id, uuid_user or teammate id. */
export function isNamed(member: Member, id: string): boolean {
  return member.id === id || member.teammateId === id;
}

export function isTeam(member: Pick<Member, 'role'>): boolean {
  return member.role === 'agent' || member.role === 'admin' || member.role === 'owner';
}

function memberOf({ teammateId, principal, role, active, record }: KnownMember): Member {
  const person = (record.id_user ?? record.profile ?? {}) as Record<string, unknown>;
  const firstname = typeof person.firstname === 'string' ? person.firstname : '';
  const lastname = typeof person.lastname === 'string' ? person.lastname : '';
  return {
    id: principal,
    teammateId,
    role,
    active,
    fullname: [firstname, lastname].filter(Boolean).join(' '),
    ...(typeof person.email === 'string' && { email: person.email }),
  };
}
