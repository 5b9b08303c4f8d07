import { groupUpdated } from '@parley/contracts';
import { appendToOutbox, currentCall, type Database } from '@parley/service-kit';

import type { PrismaClient } from '../generated/prisma/client.ts';
import { type Group, groupViewOf } from './group.ts';

/** The only writer of `groups` and `group_members`. */
export class GroupRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** Groups that are not removed, with their members; disabled ones included. */
  async listLiving(projectId: string, ids: readonly string[]): Promise<Group[]> {
    if (ids.length === 0) return [];
    const where = { idProject: projectId, id: { in: [...ids] }, trashed: false };
    return this.#withMembers(projectId, await this.#db.prisma.group.findMany({ where, orderBy: { id: 'asc' } }));
  }

  /** Which living groups each person of a project is in, by user id. */
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

  /** Takes a person out of all groups; the caller holds the lock of the team, so nobody puts him back meanwhile. */
  async removeMember(projectId: string, idUser: string, at: Date): Promise<void> {
    const left = await this.#db.query<{ id_group: string }>(
      'DELETE FROM group_members WHERE id_project = $1 AND id_user = $2 RETURNING id_group',
      [projectId, idUser],
    );
    if (left.length === 0) return;

    const where = { idProject: projectId, id: { in: left.map(({ id_group }) => id_group) } };
    await this.#db.prisma.group.updateMany({ where, data: { version: { increment: 1 }, updatedAt: at } });
    const groups = await this.#withMembers(projectId, await this.#db.prisma.group.findMany({ where }));
    await appendToOutbox(
      this.#db,
      groups.map((group) => ({
        event: groupUpdated({ group: groupViewOf(group), changes: ['members'] }),
        aggregate: { noun: 'group', id: group.id, version: group.version },
        projectId,
        actor: currentCall().actor ?? 'system',
      })),
    );
  }

  async #withMembers(projectId: string, rows: Omit<Group, 'members'>[]): Promise<Group[]> {
    const where = { idProject: projectId, idGroup: { in: rows.map(({ id }) => id) } };
    const members = await this.#db.prisma.groupMember.findMany({ where, orderBy: { idUser: 'asc' } });
    return rows.map((row) => ({
      ...row,
      members: members.filter(({ idGroup }) => idGroup === row.id).map(({ idUser }) => idUser),
    }));
  }
}
