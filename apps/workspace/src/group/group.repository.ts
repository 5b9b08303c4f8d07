import { commonErrors, type DomainEvent, groupErrors, type PageQuery } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { created, type Group, type GroupChange, withoutMember } from './group.ts';

type SortField = 'createdAt' | 'updatedAt' | 'name';
type GroupRow = Omit<Group, 'members'>;

const list: SortedList<SortField> = {
  name: 'groups',
  columns: {
    createdAt: { sql: 'g.created_at', type: 'timestamptz' },
    updatedAt: { sql: 'g.updated_at', type: 'timestamptz' },
    name: { sql: 'g.name', type: 'text' },
  },
  id: 'g.id',
  defaultField: 'createdAt',
};

const columns = `g.id_project AS "idProject", g.id, g.name, g.enabled, g.trashed, g.attributes,
  g.created_by AS "createdBy", g.created_at AS "createdAt", g.updated_at AS "updatedAt", g.version`;

/** The only writer of `groups` and `group_members`. Writes are serialised by the team lock. */
export class GroupRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository) {
    this.#db = db;
    this.#projects = projects;
  }

  /** A group that is not removed. */
  async find(projectId: string, id: string): Promise<Group | undefined> {
    const row = await this.#db.prisma.group.findFirst({ where: { idProject: projectId, id, trashed: false } });
    return row ? this.#whole(row) : undefined;
  }

  /** Groups that are not removed. @param member user id: only groups with this member */
  async list(
    projectId: string,
    member: string | undefined,
    query: PageQuery<SortField>,
  ): Promise<{ groups: Group[]; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId];
    const bind = binder(values);
    // Two texts rather than one optional condition, so that each can use its index.
    const ofMember =
      member === undefined
        ? 'true'
        : `g.id IN (SELECT id_group FROM group_members WHERE id_project = $1 AND id_user = ${bind(member)}::bpchar)`;
    const rows = await this.#db.query<GroupRow & Placed>(
      `SELECT ${columns}, ${page.columns} FROM groups g
       WHERE g.id_project = $1 AND NOT g.trashed AND ${ofMember} AND ${page.after(bind)}
       ORDER BY ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: found, next } = page.cut(rows);
    return { groups: await this.#withMembers(projectId, found), next };
  }

  /** Removed ones included: a project has few. */
  async listAll(projectId: string): Promise<Group[]> {
    const rows = await this.#db.prisma.group.findMany({ where: { idProject: projectId }, orderBy: { id: 'asc' } });
    return this.#withMembers(projectId, rows as GroupRow[]);
  }

  /** Groups that are not removed, with their members; disabled ones included. */
  async listLiving(projectId: string, ids: readonly string[]): Promise<Group[]> {
    if (ids.length === 0) return [];
    const where = { idProject: projectId, id: { in: [...ids] }, trashed: false };
    return this.#withMembers(projectId, await this.#db.prisma.group.findMany({ where, orderBy: { id: 'asc' } }));
  }

  /** The living groups of each teammate of a project, by user id. */
  async idsByMember(projectId: string): Promise<Map<string, string[]>> {
    const rows = await this.#db.query<{ id_user: string; ids: string[] }>(
      {
        name: 'groups-by-member',
        text: `SELECT gm.id_user, array_agg(gm.id_group ORDER BY gm.id_group) AS ids
               FROM group_members gm JOIN groups g ON g.id_project = gm.id_project AND g.id = gm.id_group AND NOT g.trashed
               WHERE gm.id_project = $1 GROUP BY gm.id_user`,
      },
      [projectId],
    );
    return new Map(rows.map(({ id_user, ids }) => [id_user, ids]));
  }

  async insert(group: Group): Promise<Group> {
    return this.#db.transaction(async () => {
      const { idProject, id, createdBy, createdAt } = group;
      if (!(await this.#projects.lockTeam(idProject))) throw commonErrors.not_a_member();
      await this.#db.prisma.group.createMany({ data: [{ ...toRow(group), idProject, id, createdBy, createdAt }] });
      await this.#addMembers(group, group.members);
      await this.#announce(group, [created(group)]);
      return group;
    });
  }

  /**
   * Locks the team until the transaction ends and stores what `decide` returns for a group, which may be a removed one.
   * @throws groupErrors.group_not_found
   */
  async update(
    projectId: string,
    id: string,
    decide: (current: Group) => GroupChange | Promise<GroupChange>,
  ): Promise<Group> {
    return this.#db.transaction(async () => {
      await this.#projects.lockTeam(projectId);
      const row = await this.#db.prisma.group.findFirst({ where: { idProject: projectId, id } });
      if (!row) throw groupErrors.group_not_found();
      checkIfMatch(row.version);
      const current = await this.#whole(row);
      return this.#store(current, await decide(current));
    });
  }

  /** As `update`, for a removal. @param isForced also erases the record */
  async remove(projectId: string, id: string, isForced: boolean, decide: (current: Group) => GroupChange) {
    return this.#db.transaction(async () => {
      const removed = await this.update(projectId, id, decide);
      if (isForced) {
        await this.#db.prisma.groupMember.deleteMany({ where: { idProject: projectId, idGroup: id } });
        await this.#db.prisma.group.deleteMany({ where: { idProject: projectId, id } });
      }
      return removed;
    });
  }

  /** Removes a teammate from all groups. The caller holds the team lock, so no concurrent write adds them again. */
  async removeMember(projectId: string, idUser: string, at: Date): Promise<void> {
    const rows = await this.#db.query<GroupRow>(
      {
        name: 'groups-of-member',
        text: `SELECT ${columns} FROM group_members m
                 JOIN groups g ON g.id_project = m.id_project AND g.id = m.id_group
               WHERE m.id_project = $1 AND m.id_user = $2 ORDER BY g.id`,
      },
      [projectId, idUser],
    );
    for (const group of await this.#withMembers(projectId, rows)) {
      await this.#store(group, withoutMember(group, idUser, at));
    }
  }

  async #store(current: Group, { next, events }: GroupChange): Promise<Group> {
    if (next === current) return current;
    const { idProject, id } = next;
    await this.#db.prisma.group.updateMany({ where: { idProject, id }, data: toRow(next) });
    await this.#addMembers(
      next,
      next.members.filter((member) => !current.members.includes(member)),
    );
    const left = current.members.filter((member) => !next.members.includes(member));
    if (left.length > 0) {
      await this.#db.prisma.groupMember.deleteMany({ where: { idProject, idGroup: id, idUser: { in: left } } });
    }
    await this.#announce(next, events);
    return next;
  }

  async #addMembers({ idProject, id: idGroup }: Group, userIds: string[]): Promise<void> {
    if (userIds.length === 0) return;
    const data = userIds.map((idUser) => ({ idProject, idGroup, idUser }));
    await this.#db.prisma.groupMember.createMany({ data });
  }

  async #announce(group: Group, events: DomainEvent[]): Promise<void> {
    const { id, version, idProject: projectId } = group;
    await this.#projects.incrementDirectoryVersion(projectId);
    await announce(this.#db, { noun: 'group', projectId, id, version }, events);
  }

  async #whole(row: GroupRow): Promise<Group> {
    const [group] = await this.#withMembers(row.idProject, [row]);
    return group ?? { ...row, members: [] };
  }

  async #withMembers(projectId: string, rows: GroupRow[]): Promise<Group[]> {
    const where = { idProject: projectId, idGroup: { in: rows.map(({ id }) => id) } };
    const members = await this.#db.prisma.groupMember.findMany({ where, orderBy: { idUser: 'asc' } });
    const membersOf = Map.groupBy(members, ({ idGroup }) => idGroup);
    return rows.map((row) => ({ ...row, members: (membersOf.get(row.id) ?? []).map(({ idUser }) => idUser) }));
  }
}

/** The columns a change may write; members have a table of their own. */
function toRow(group: Group) {
  return {
    name: group.name,
    enabled: group.enabled,
    trashed: group.trashed,
    attributes: group.attributes as Prisma.InputJsonObject,
    updatedAt: group.updatedAt,
    version: group.version,
  };
}
