import type { PageQuery } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { amountOf, plansOf, rowsMet, tableScansOf } from '@parley/testkit';

import { CannedRepository } from '../src/canned/canned.repository.ts';
import { DepartmentRepository } from '../src/department/department.repository.ts';
import type { PrismaClient } from '../src/generated/prisma/client.ts';
import { GroupRepository } from '../src/group/group.repository.ts';
import { InvitationRepository } from '../src/invitation/invitation.repository.ts';
import { OwnProjectsRepository } from '../src/project/own-projects.repository.ts';
import { TagRepository } from '../src/tag/tag.repository.ts';
import { MembershipQueries } from '../src/teammate/membership-queries.repository.ts';
import { TokenHistoryRepository } from '../src/token/token-history.repository.ts';
import { startTeamHarness, type TeamHarness } from './team-harness.ts';

const rows = amountOf({ quick: 60_000, soak: 100_000 });
const batch = 20_000;
const perPage = 40;

let team: TeamHarness;
let projectId: string;
let ada: string;

beforeAll(async () => {
  team = await startTeamHarness();
  const project = await team.project();
  projectId = project.projectId;
  ada = project.ada.id;
  await fill();
}, 120_000);
afterAll(() => team.stop());

/** One large project, and the tables of projects and memberships full of strangers. */
async function fill(): Promise<void> {
  const id = `lpad(to_hex(n), 24, '0')`;
  const times = `timestamptz '2026-01-01' + n * interval '1 s', timestamptz '2026-01-01' + (n * 37 % ${rows}) * interval '1 s'`;
  const each = `FROM generate_series($1::int, $2::int) n`;
  const ofProject = [
    `INSERT INTO tags (id_project, id, tag, created_by, created_at, updated_at) SELECT $3, ${id}, 'tag ' || n * 7, 'x', ${times} ${each}`,
    // One in ten is shared; each of the others has a different author.
    `INSERT INTO canned_responses (id_project, id, title, text, shared, created_by, created_at, updated_at)
       SELECT $3, ${id}, 'title ' || n * 7, 'text', n % 10 = 0, 'author' || n, ${times} ${each}`,
    `INSERT INTO groups (id_project, id, name, created_by, created_at, updated_at) SELECT $3, ${id}, 'group ' || n * 7, 'x', ${times} ${each}`,
    `INSERT INTO group_members (id_project, id_group, id_user) SELECT $3, ${id}, lpad((n / 20)::text, 24, '0') ${each}`,
    `INSERT INTO departments (id_project, id, name, routing, created_by, created_at, updated_at)
       SELECT $3, ${id}, 'department ' || n * 7, 'pooled', 'x', ${times} ${each}`,
    `INSERT INTO invitations (id_project, id, email, role, expires_at, created_by, created_at, updated_at)
       SELECT $3, ${id}, n * 7 || '@x.io', 'agent', now(), 'x', ${times} ${each}`,
    `INSERT INTO teammates (id_project, id, uuid_user, role, user_available, created_by, created_at, updated_at)
       SELECT $3, ${id}, 'visitor' || n, CASE WHEN n % 10000 = 0 THEN 'user' ELSE 'guest' END, false, 'x', ${times} ${each}`,
    `INSERT INTO tokens (jti, id, sub, aud, kind, principal_id, id_project, method, created_at, expires_at, updated_at)
       SELECT 'jti' || n, ${id}, 'guest', 'x', 'guest', 'visitor', $3, 'anonymous', ${times}, now() ${each}`,
  ];
  const strangers = [
    `INSERT INTO projects (id_project, name, created_by, created_at, updated_at) SELECT ${id}, 'p', 'x', ${times} ${each}`,
    `INSERT INTO roles (id_project, id, name, base, created_by, created_at, updated_at) SELECT ${id}, ${id}, 'r', 'agent', 'x', ${times} ${each}`,
    `INSERT INTO memberships (id_user, id_project, id_teammate) SELECT ${id}, ${id}, ${id} ${each}`,
    `INSERT INTO users (id, email, firstname, lastname, created_at, updated_at) SELECT ${id}, n || '@x.io', 'f', 'l', ${times} ${each}`,
  ];
  // In batches, so that no statement runs long even on a busy machine.
  for (let from = 1; from < rows; from += batch) {
    const part = [from, from + batch - 1];
    for (const text of ofProject) await team.db.query(text, [...part, projectId]);
    for (const text of strangers) await team.db.query(text, part);
  }
  await team.db.query('ANALYZE');
}

/** Asserts that no statement scans a whole table or reads `limit` rows or more. */
async function expectFlat(read: (db: Database<PrismaClient>) => Promise<unknown>, limit = 3 * perPage): Promise<void> {
  const plans = await plansOf(team.db as Database<PrismaClient>, read);
  const scans = tableScansOf(plans).map((node) => node['Node Type']);
  expect(scans.length).toBeGreaterThan(0);
  expect(scans).not.toContain('Seq Scan');
  expect(Math.max(...plans.map((plan) => rowsMet([plan])))).toBeLessThan(limit);
}

type Read = (db: Database<PrismaClient>, query: PageQuery<never>) => Promise<{ next?: string }>;

const guest = { kind: 'guest', principalId: 'visitor' } as const;
const anyStatus = { withTrashed: false };

const lists: Record<string, { fields: string[]; read: Read }> = {
  tags: {
    fields: ['createdAt', 'updatedAt', 'tag'],
    read: (db, query) => new TagRepository(db, team.context.projects).list(projectId, query),
  },
  'canned responses': {
    fields: ['createdAt', 'updatedAt', 'title'],
    read: (db, query) => new CannedRepository(db, team.context.projects).list(projectId, ada, undefined, query),
  },
  groups: {
    fields: ['createdAt', 'updatedAt', 'name'],
    read: (db, query) => new GroupRepository(db, team.context.projects).list(projectId, undefined, query),
  },
  departments: {
    fields: ['createdAt', 'name'],
    read: (db, { sortField, sort, direction, ...place }) =>
      new DepartmentRepository(db, team.context.projects).list(projectId, 0, {
        ...place,
        byName: sortField === 'name',
      }),
  },
  invitations: {
    fields: ['createdAt', 'email'],
    read: (db, query) => {
      const { projects, teammates } = team.context;
      return new InvitationRepository(db, projects, teammates).list(projectId, query);
    },
  },
  visitors: {
    fields: ['createdAt', 'role'],
    read: (db, query) =>
      new MembershipQueries(db).listPage(projectId, { ...anyStatus, roles: ['guest', 'user'] }, query),
  },
  tokens: {
    fields: ['createdAt', 'expiresAt'],
    read: (db, query) => new TokenHistoryRepository(db).list({ ...guest, projectId }, query),
  },
};

const orders = Object.entries(lists).flatMap(([name, { fields }]) =>
  fields.flatMap((field) => [1, -1].map((direction) => [name, field, direction] as const)),
);

it.each(orders)(
  'reads %s by %s, direction %i, as flat at the end as at the beginning',
  async (name, field, direction) => {
    const read = lists[name]?.read;
    if (!read) throw new Error(`no list ${name}`);
    const query = { page: 0, limit: perPage, sortField: field as never, direction } as PageQuery<never>;
    const { next: deep } = await read(team.db as Database<PrismaClient>, { ...query, page: 100 });
    expect(deep).toEqual(expect.any(String));

    for (const place of [query, { ...query, cursor: deep }]) {
      // A page, the row that announces the next one, and one more of each branch that is merged.
      await expectFlat(async (db) => expect((await read(db, place)).next).toEqual(expect.any(String)));
    }
  },
);

it.each<[string, (db: Database<PrismaClient>) => Promise<unknown>]>([
  [
    'the team among its visitors',
    (db) =>
      new MembershipQueries(db).listTeam(
        projectId,
        { ...anyStatus, roles: ['agent', 'admin', 'owner'] },
        { page: 0, limit: perPage },
      ),
  ],
  [
    'the few of one role among all visitors',
    (db) =>
      new MembershipQueries(db).listPage(projectId, { ...anyStatus, roles: ['user'] }, { page: 0, limit: perPage }),
  ],
  [
    'those on the line among all visitors',
    (db) =>
      new MembershipQueries(db).listPage(
        projectId,
        { ...anyStatus, roles: ['guest'], presence: 'online' },
        { page: 0, limit: perPage },
      ),
  ],
  ['whom routing may choose', (db) => new MembershipQueries(db).listActive(projectId)],
  [
    'the groups of a person',
    (db) =>
      new GroupRepository(db, team.context.projects).list(projectId, '7'.padStart(24, '0'), {
        page: 0,
        limit: perPage,
      }),
  ],
  ['the projects of a person', (db) => new OwnProjectsRepository(db).list(ada, { page: 0, limit: perPage })],
])('finds %s without scanning the others', async (_, read) => {
  await expectFlat(read);
});

it('searches canned responses in the order of the list, never a whole table', async () => {
  // Reads shared ones, not the private ones of so many others.
  const limit = 2 * (rows / 10);
  await expectFlat(
    (db) => new CannedRepository(db, team.context.projects).list(projectId, ada, '%', { page: 0, limit: perPage }),
    limit,
  );
});
