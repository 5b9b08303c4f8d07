import { type Member, type MemberVersion, permissionsIn, type WorkspaceClient } from '../clients/workspace.client.ts';
import type { ReadModels } from '../read-models/read-models.repository.ts';
import type { Directory, KnownMember } from './directory.repository.ts';

/**
 * Members of a project: from the read model, and from workspace those that it lacks or has with too small a role.
 * A caller may name a member before the event of their joining, or of their new role, reaches the read model.
 */
export class Members {
  readonly #directory: Directory;
  readonly #readModels: ReadModels;
  readonly #workspace: WorkspaceClient;

  constructor(parts: { directory: Directory; readModels: ReadModels; workspace: WorkspaceClient }) {
    this.#directory = parts.directory;
    this.#readModels = parts.readModels;
    this.#workspace = parts.workspace;
  }

  /**
   * Active members among `ids` (user ids, uuid_users or teammate ids).
   * @param counts which of them the caller accepts
   * @throws dependency_down when the read model has no such member and workspace does not answer
   */
  resolve(
    projectId: string,
    ids: readonly string[],
    counts: (member: Member) => boolean = () => true,
  ): Promise<Member[]> {
    return this.#those(projectId, ids, (member) => member.active && counts(member));
  }

  /** @throws dependency_down as `resolve` */
  async find(projectId: string, id: string): Promise<Member | undefined> {
    return (await this.resolve(projectId, [id]))[0];
  }

  /**
   * Active team members, named by user id or teammate id: each once and in the given order, and the indexes of all other names.
   * @throws dependency_down as `resolve`
   */
  async findTeam(projectId: string, names: readonly string[]): Promise<{ people: Member[]; strangers: number[] }> {
    if (names.length === 0) return { people: [], strangers: [] };
    const members = await this.resolve(projectId, names, isTeam);
    const found = names.map((name) => members.find((one) => isNamed(one, name)));
    const people = new Map(found.flatMap((one) => (one ? [[one.id, one]] : [])));
    return { people: [...people.values()], strangers: found.flatMap((one, index) => (one ? [] : [index])) };
  }

  /** A member, active or not. @throws dependency_down as `resolve` */
  async findAny(projectId: string, id: string): Promise<Member | undefined> {
    return (await this.#those(projectId, [id], () => true))[0];
  }

  /** The end-user membership of a lead, new or existing. @throws dependency_down */
  async ensureEndUser(...args: Parameters<WorkspaceClient['ensureEndUser']>): Promise<Member> {
    const member = await this.#workspace.ensureEndUser(...args);
    await this.#keep(args[0], [member]);
    return member;
  }

  async #those(projectId: string, ids: readonly string[], counts: (member: Member) => boolean): Promise<Member[]> {
    const known = (await this.#directory.findMembers(projectId, ids)).map(memberOf).filter(counts);
    const missing = ids.filter((id) => !known.some((member) => isNamed(member, id)));
    if (missing.length === 0) return known;

    const fetched = await this.#workspace.resolveMembers(projectId, missing);
    await this.#keep(projectId, fetched);
    return [...known, ...fetched.filter(counts)];
  }

  async #keep(projectId: string, members: readonly MemberVersion[]): Promise<void> {
    for (const { id, teammateId, version, trashed, record } of members) {
      if (!record) continue;
      await this.#readModels.keepTeammate({ projectId, id: teammateId, version, deleted: trashed, record }, id);
    }
  }
}

/** Whether `id` is the member's user id, uuid_user or teammate id. */
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
    ...permissionsIn(record),
  };
}
