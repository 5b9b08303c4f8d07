import { roles as everyRole, type PageQuery } from '@parley/contracts';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';

import type { PrismaClient } from '../generated/prisma/client.ts';
import { ProjectStatus } from '../project/project.ts';
import type { Teammate } from './teammate.ts';
import { selectTeammates, selectTeammatesOf, type TeammateRow, toTeammate } from './teammate-rows.repository.ts';

type SortField = 'createdAt' | 'role';

const list: SortedList<SortField> = {
  name: 'teammates',
  columns: {
    createdAt: { sql: 'm.created_at', type: 'timestamptz' },
    role: { sql: 'm.role', type: 'text' },
  },
  id: 'm.id',
  defaultField: 'createdAt',
};

// An upper bound, far beyond any team.
const maxTeam = 5000;

/** A teammate as mails address them. */
interface MailedTeammate {
  email: string;
  firstname: string;
}

const activeTeammate = `m.status = 'active' AND NOT m.trashed AND m.role IN ('agent', 'admin', 'owner')`;

// Provisioned people have no sign-in of their own. Without a requirement the first condition is all that it costs.
const lacksSecondFactor = `(coalesce(p.second_factor_due_at <= now(), false) AND t.id_user IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user_factors f WHERE f.user_id = t.id_user AND f.confirmed_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM users o WHERE o.id = t.id_user AND o.provisioned_by IS NOT NULL))`;

export interface MembershipFilter {
  roles: readonly string[];
  status?: string;
  presence?: string;
  withTrashed: boolean;
}

/** Read-only queries across memberships. */
export class MembershipQueries {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** The whole team, unpaged: teams are small. */
  async listTeam(projectId: string, filter: MembershipFilter, query: PageQuery<SortField>): Promise<Teammate[]> {
    const { teammates } = await this.listPage(projectId, filter, {
      ...query,
      page: 0,
      cursor: undefined,
      limit: maxTeam,
    });
    return teammates;
  }

  /** One page of teammates and visitors. */
  async listPage(
    projectId: string,
    { roles, status, presence, withTrashed }: MembershipFilter,
    query: PageQuery<SortField>,
  ): Promise<{ teammates: Teammate[]; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId, status ?? null, presence ?? null, withTrashed];
    const bind = binder(values);
    const known = everyRole.filter((role) => roles.includes(role));
    if (known.length === 0) return { teammates: [] };

    // One query per role, each in index order: finds few among very many without a scan.
    const queries = known.map(
      (
        role,
      ) => `SELECT m.* FROM teammates m WHERE m.id_project = $1 AND m.role = ${bind(role)} AND ($4 OR NOT m.trashed)
        AND ($2::text IS NULL OR m.status = $2) AND ($3::text IS NULL OR m.presence_status = $3)`,
    );
    const rows = await this.#db.query<TeammateRow & Placed>(
      `${selectTeammatesOf(page.merged(queries, bind), page.columns)} ORDER BY ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: found, next } = page.cut(rows);
    return { teammates: found.map(toTeammate), next };
  }

  /** The next memberships in the order of their ids: teammates and visitors, removed ones included. */
  async listAfter(projectId: string, after: string): Promise<Teammate[]> {
    const text = `${selectTeammates} WHERE m.id_project = $1 AND m.id > $2 ORDER BY m.id LIMIT 500`;
    const rows = await this.#db.query<TeammateRow>({ name: 'memberships-after', text }, [projectId, after]);
    return rows.map(toTeammate);
  }

  /** The candidates for routing: active teammates, ordered by id. */
  async listActive(projectId: string): Promise<Teammate[]> {
    const rows = await this.#db.query<TeammateRow>(
      {
        name: 'memberships-active',
        text: `${selectTeammates} WHERE m.id_project = $1 AND m.id_user IS NOT NULL AND ${activeTeammate} AND u.status = 100
               ORDER BY m.id LIMIT 5000`,
      },
      [projectId],
    );
    return rows.map(toTeammate);
  }

  /**
   * The membership of a person or a visitor, a removed one included, with the directory version of the same moment.
   * @returns undefined in a deleted project
   */
  async findWithVersion(
    projectId: string,
    by: 'id_user' | 'uuid_user',
    id: string,
  ): Promise<{ teammate: Teammate | undefined; version: number; lacksSecondFactor: boolean } | undefined> {
    const membership = `(SELECT t.*, p.roster_version, ${lacksSecondFactor} AS lacks_second_factor FROM projects p
      LEFT JOIN teammates t ON t.id_project = p.id_project AND t.${by} = $2 WHERE p.id_project = $1 AND p.status = $3)`;
    const [row] = await this.#db.query<
      (TeammateRow | { id: null }) & { roster_version: number; lacks_second_factor: boolean }
    >({ name: `membership-by-${by}`, text: selectTeammatesOf(membership) }, [projectId, id, ProjectStatus.live]);
    if (!row) return undefined;
    const { roster_version: version, lacks_second_factor: lacks } = row;
    return { teammate: row.id === null ? undefined : toTeammate(row), version, lacksSecondFactor: lacks };
  }

  /** The user id of the teammate with this address; ordinary accounts before provisioned ones. */
  async findUserId(projectId: string, email: string): Promise<string | undefined> {
    const [found] = await this.#db.query<{ id_user: string }>(
      {
        name: 'memberships-by-email',
        text: `SELECT m.id_user FROM users u JOIN teammates m ON m.id_project = $1 AND m.id_user = u.id
               WHERE lower(u.email) = $2 AND u.status = 100 AND NOT m.trashed
               ORDER BY u.provisioned_by NULLS FIRST LIMIT 1`,
      },
      [projectId, email],
    );
    return found?.id_user;
  }

  /** The active teammates among these users. */
  async activeAmong(projectId: string, userIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.#db.query<{ id_user: string }>(
      {
        name: 'memberships-active-among',
        text: `SELECT m.id_user FROM teammates m JOIN users u ON u.id = m.id_user AND u.status = 100
               WHERE m.id_project = $1 AND m.id_user = ANY($2::bpchar[]) AND ${activeTeammate}`,
      },
      [projectId, [...userIds]],
    );
    return new Set(rows.map(({ id_user }) => id_user));
  }

  /** The active owners of a project, as mails address them. */
  listOwners(projectId: string): Promise<MailedTeammate[]> {
    return this.#mailed(projectId, ['owner']);
  }

  /** The active admins and owners of a project, as mails address them. */
  listAdmins(projectId: string): Promise<MailedTeammate[]> {
    return this.#mailed(projectId, ['admin', 'owner']);
  }

  #mailed(projectId: string, roles: readonly string[]): Promise<MailedTeammate[]> {
    const text = `SELECT u.email, u.firstname FROM teammates m JOIN users u ON u.id = m.id_user AND u.status = 100
      WHERE m.id_project = $1 AND m.role = ANY($2) AND ${activeTeammate} ORDER BY m.id LIMIT 100`;
    return this.#db.query({ name: 'memberships-mailed', text }, [projectId, roles]);
  }

  /** @param ids user ids, `uuid_user`s or teammate ids; removed memberships are found as well */
  async resolve(projectId: string, ids: readonly string[]): Promise<Teammate[]> {
    const rows = await this.#db.query<TeammateRow>(
      {
        name: 'memberships-resolve',
        text: `${selectTeammates} WHERE m.id_project = $1
                 AND (m.id = ANY($2) OR m.uuid_user = ANY($2) OR m.id_user = ANY($2::bpchar[]))`,
      },
      [projectId, [...ids]],
    );
    return rows.map(toTeammate);
  }

  /** Whether a person with this id is or was in the team of the project. */
  async isTeammateId(projectId: string, id: string): Promise<boolean> {
    const where = { idProject: projectId, idUser: id };
    return id.length === 24 && (await this.#db.prisma.teammate.findFirst({ where, select: { id: true } })) !== null;
  }

  /** Whether any user of Parley, deleted ones included, has this id. Visitors cannot sign in under it. */
  async isUserId(id: string): Promise<boolean> {
    const where = { id };
    return id.length === 24 && (await this.#db.prisma.user.findFirst({ where, select: { id: true } })) !== null;
  }
}
