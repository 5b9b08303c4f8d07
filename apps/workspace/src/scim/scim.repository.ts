import { scimDetails, scimErrors } from '@parley/contracts';
import { binder, type Database } from '@parley/service-kit/database';

import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Teammate } from '../teammate/teammate.ts';
import { selectTeammates, type TeammateRow, toTeammate } from '../teammate/teammate-rows.repository.ts';
import type { ScimPage, Selection } from './scim.ts';

export type ScimKind = 'user' | 'group';

/** People of a team; visitors are not provisioned. */
const ofTeam =
  "m.id_project = $1 AND m.id_user IS NOT NULL AND NOT m.trashed AND m.role IN ('agent', 'admin', 'owner')";

/** The only writer of `scim_links`: what an identity provider calls the people and groups of a project. */
export class ScimRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** A page of the team, in the order of their ids. */
  async listUsers(
    projectId: string,
    selection: Selection,
    page: ScimPage,
  ): Promise<{ users: Teammate[]; total: number }> {
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const condition = conditionOf(selection, bind);
    const [counted] = await this.#db.query<{ total: number }>(
      `SELECT count(*) AS total FROM teammates m JOIN users u ON u.id = m.id_user WHERE ${ofTeam} AND ${condition}`,
      values,
    );
    const rows = await this.#db.query<TeammateRow>(
      `${selectTeammates} WHERE ${ofTeam} AND ${condition} ORDER BY m.id LIMIT ${bind(page.count)} OFFSET ${bind(page.start - 1)}`,
      values,
    );
    return { users: rows.map(toTeammate), total: counted?.total ?? 0 };
  }

  /** @throws scimErrors.scim_user_not_found */
  async findUser(projectId: string, id: string): Promise<Teammate> {
    const { users } = await this.listUsers(projectId, { by: 'id', value: id }, { start: 1, count: 1 });
    const [found] = users;
    if (!found) throw scimErrors.scim_user_not_found(scimDetails('noTarget'));
    return found;
  }

  /** Ids of a page of the groups, and how many there are. @param ids those that a filter has left; absent: all */
  async pageOfGroups(
    projectId: string,
    selection: Selection,
    page: ScimPage,
  ): Promise<{ ids: string[]; total: number }> {
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const { by, value } = selection;
    const conditions: Record<string, () => string> = {
      id: () => `g.id = ${bind(value)}`,
      displayname: () => `lower(g.name) = lower(${bind(value)})`,
      externalid: () => `g.id IN (${linked('group', bind(value))})`,
    };
    const condition = by === undefined ? 'true' : (conditions[by]?.() ?? 'false');
    const from = `FROM groups g WHERE g.id_project = $1 AND NOT g.trashed AND ${condition}`;
    const [counted] = await this.#db.query<{ total: number }>(`SELECT count(*) AS total ${from}`, values);
    const rows = await this.#db.query<{ id: string }>(
      `SELECT g.id ${from} ORDER BY g.id LIMIT ${bind(page.count)} OFFSET ${bind(page.start - 1)}`,
      values,
    );
    return { ids: rows.map(({ id }) => id), total: counted?.total ?? 0 };
  }

  /** What the provider calls these records. */
  async externalIds(projectId: string, kind: ScimKind, ids: readonly string[]): Promise<Map<string, string>> {
    const where = { idProject: projectId, kind, id: { in: [...ids] } };
    const rows = await this.#db.prisma.scimLink.findMany({ where });
    return new Map(rows.map(({ id, externalId }) => [id, externalId]));
  }

  /**
   * Notes what the provider calls a record; `undefined` takes it away. Within the ambient transaction.
   * @throws scimErrors.scim_user_exists when another one is called so
   */
  async link(projectId: string, kind: ScimKind, id: string, externalId: string | undefined): Promise<void> {
    await this.#db.prisma.scimLink.deleteMany({ where: { idProject: projectId, kind, id } });
    if (externalId === undefined) return;
    const data = [{ idProject: projectId, kind, id, externalId }];
    const { count } = await this.#db.prisma.scimLink.createMany({ data, skipDuplicates: true });
    if (count === 0) throw scimErrors.scim_user_exists(scimDetails('uniqueness'));
  }
}

function conditionOf({ by, value }: Selection, bind: (value: unknown) => string): string {
  switch (by) {
    case undefined:
      return 'true';
    case 'id':
      return `m.id = ${bind(value)}`;
    case 'externalid':
      return `m.id IN (${linked('user', bind(value))})`;
    default:
      return `u.email = ${bind(value.trim().toLowerCase())}`;
  }
}

function linked(kind: ScimKind, place: string): string {
  return `SELECT l.id FROM scim_links l WHERE l.id_project = $1 AND l.kind = '${kind}' AND l.external_id = ${place}`;
}
