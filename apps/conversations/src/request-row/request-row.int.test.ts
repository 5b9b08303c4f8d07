import {
  type Actor,
  ListRequestsQuery,
  largestRow,
  type RequestRecord,
  RequestRow,
  RequestStatus,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { seeded } from '../../test/inbox.ts';
import { type TestTables, testTables } from '../../test/reading.ts';
import { caller, insertMessages, insertRequests, keepDepartment, keepTeammate } from '../../test/rows.ts';
import { viewRequest } from '../access/request.view.ts';
import { TeamScopes } from '../access/team-scopes.ts';
import { MatchQueries } from '../matches/match.query.repository.ts';
import { RenderedRequests } from '../request-list/rendered-requests.ts';
import { RequestQueries } from '../request-list/request.query.repository.ts';

let tables: TestTables;
let queries: RequestQueries;
let rendered: RenderedRequests;

beforeAll(async () => {
  tables = await testTables();
  queries = new RequestQueries(tables.db);
  rendered = new RenderedRequests(queries, new MatchQueries(tables.db), new TeamScopes(tables.db));
});
afterAll(() => tables.close());

async function rowsOf(actor: Actor, sent: object = {}, own = false): Promise<{ rows: RequestRow[]; text: string }> {
  const query = ListRequestsQuery.parse({ view: 'row', limit: '200', ...sent });
  const { text } = await rendered.list(actor, actor.projectId ?? '', query, own);
  return { rows: JSON.parse(text).requests, text };
}

/** Of these characters, as many as a field holds at most or a few less. */
function filled(alphabet: string[], most: number, pick: (below: number) => number): string {
  const length = pick(3) === 0 ? pick(most) + 1 : most;
  return Array.from({ length }, () => alphabet[pick(alphabet.length)]).join('');
}

const alphabets = [
  ['🜁', '🧿', '𐍈', '👩'],
  ['漢', '字'],
  ['a', 'é'],
  ['"', '\\', '\n', '\u0001'],
  ['e', '\u0301', '👨‍👩‍👧'],
];

async function insertLongest(projectId: string, count: number, seed: number): Promise<void> {
  const pick = seeded(seed);
  const text = (most: number) => filled(alphabets[pick(alphabets.length)] ?? [], most, pick);
  const rows = await insertRequests(
    tables.db,
    projectId,
    Array.from({ length: count }, (_, n) => {
      const participants = Array.from({ length: pick(2) * pick(50) }, () => (pick(2) ? newId() : `bot_${newId()}`));
      const tag = () => ({
        _id: newId(),
        tag: text(100),
        color: text(50),
        createdAt: new Date(),
      });
      return {
        request_id: `support-group-${projectId}-${'x'.repeat(170)}${n}`,
        subject: text(500),
        first_text: text(300),
        language: text(100),
        working_status: text(30),
        rating: 4.75,
        participants,
        department_id: newId(),
        tags: Array.from({ length: pick(51) }, tag),
        snapshot: {
          lead: {
            _id: newId(),
            lead_id: 'l'.repeat(100),
            fullname: text(300),
            email: `${'e'.repeat(240)}@acme.example`,
          },
          department: { name: text(300) },
        },
        assigned_at: new Date(),
        status: RequestStatus.served,
      };
    }),
  );
  const said = rows.slice(0, count / 2).map(({ id }) => ({ id, message: newId(), name: text(200), text: text(300) }));
  await tables.db.query(
    `with said as (select * from json_to_recordset($2) as s (id text, message text, name text, text text)),
      stored as (insert into message (id_project, request, seq, id, created_at, updated_at, created_by, sender, sender_fullname, text, type,
          attributes, status, channel, audience)
        select $1, id, 1, message, now(), now(), 'someone', 'someone', name, text, 'text', '{}', 200, 'chat21', 'all' from said)
      update request_head h set visible_seq = 1, visible_out = 1, visible_in = 2147483647, last_message_at = now()
      from said where h.id_project = $1 and h.id = said.id`,
    [projectId, JSON.stringify(said)],
  );
}

it('is at most 4 kB with the longest fields of any characters, and cuts no character in two', async () => {
  const project = newId();
  await insertLongest(project, 500, 7);

  const admin = caller(project, 'admin');
  let [count, largest] = [0, 0];
  for (const page of ['0', '1', '2']) {
    const { rows } = await rowsOf(admin, { page });
    for (const row of rows) {
      const text = JSON.stringify(row);
      expect(RequestRow.parse(row)).toEqual(row);
      expect(text.isWellFormed()).toBe(true);
      largest = Math.max(largest, Buffer.byteLength(text));
      count += 1;
      expect(row.tags?.length).toBeLessThanOrEqual(5);
      for (const [cut = '', most] of [
        [row.subject, 80],
        [row.first_text, 120],
        [row.last_message?.text, 120],
        [row.last_message?.senderFullname, 60],
        [row.lead?.fullname, 60],
        [row.department?.name, 60],
      ] as const)
        expect([...cut].length).toBeLessThanOrEqual(most);
    }
  }
  expect(count).toBe(500);
  expect(largest).toBeLessThanOrEqual(largestRow);
  expect(largest).toBeGreaterThan(largestRow / 2);
});

it('agrees with the full form', async () => {
  const project = newId();
  await insertLongest(project, 60, 3);
  const department = await keepDepartment(tables.db, project, { name: 'Sales' });
  await insertRequests(tables.db, project, [
    { department_id: department, tags: [] },
    { subject: null, language: null },
  ]);
  const admin = caller(project, 'admin');
  const { requests } = await queries.list(admin, project, ListRequestsQuery.parse({ limit: '200' }));
  const full = new Map(requests.map((request) => [request.id, viewRequest(request, 'full') as RequestRecord]));

  const { rows } = await rowsOf(admin);

  expect(rows).toHaveLength(full.size);
  for (const row of rows) {
    const of = full.get(row._id) as RequestRecord;
    const {
      status,
      ticket_id,
      participants,
      hasBot,
      priority,
      channel,
      createdAt,
      updatedAt,
      assigned_at,
      rating,
      request_id,
    } = of;
    expect(row).toMatchObject({
      status,
      ticket_id,
      participants,
      hasBot,
      priority,
      channel,
      createdAt,
      updatedAt,
      request_id,
      __v: of.__v,
    });
    expect([row.assigned_at, row.rating, row.workingStatus]).toEqual([assigned_at, rating, of.workingStatus]);
    expect(row.department?._id).toBe(of.department?._id);
    for (const [cut = '', whole = ''] of [
      [row.subject, of.subject],
      [row.first_text, of.first_text],
      [row.language, of.language],
      [row.lead?.fullname, of.lead.fullname],
      [row.department?.name, of.department?.name],
    ])
      expect(whole.startsWith(cut)).toBe(true);
    expect([row.lead?._id, row.lead?.lead_id, row.lead?.email]).toEqual([of.lead._id, of.lead.lead_id, of.lead.email]);
    const tags: RequestRow['tags'] = of.tags
      .slice(0, row.tags?.length)
      .map(({ _id, tag, color }) => ({ _id, tag, color }));
    expect(row.tags).toEqual(tags);
    expect(row.tagsCount ?? row.tags?.length).toBe(of.tags.length);
  }
});

it('is byte-identical from the cache, but for the reader', async () => {
  const project = newId();
  await insertLongest(project, 4, 5);
  const [admin, other] = [caller(project, 'admin'), caller(project, 'admin')];
  const { text, rows } = await rowsOf(admin);
  expect((await rowsOf(admin)).text).toBe(text);
  await tables.db.query(
    `insert into request_reader (id_project, request, principal, upto_seq, read_in) values ($1, $2, $3, 1, 7)`,
    [project, rows[0]?._id, other.id],
  );
  expect((await rowsOf(admin)).text).toBe(text);
  const read = (await rowsOf(other)).rows[0];
  expect(read).toEqual({ ...rows[0], read: { upto: 1, unread: (rows[0]?.messages.in ?? 0) - 7, mentioned: false } });
});

it('shows end users their own rows, with first names in place of the team’s members', async () => {
  const project = newId();
  const grace = newId();
  await keepTeammate(tables.db, project, { id: grace, firstname: 'Grace' });
  const guest = caller(project, 'guest', 'vera');
  const common = {
    participants: [grace, 'bot_b1', newId()],
    tags: [{ _id: newId(), tag: 'vip', color: '#fff' }],
    working_status: 'open',
  };
  await insertRequests(tables.db, project, [
    { ...common, requester: 'vera' },
    { ...common, requester: 'victor' },
  ]);

  const { rows } = await rowsOf(guest, {}, true);

  expect(rows).toHaveLength(1);
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
    '__v',
    '_id',
    'agents',
    'channel',
    'createdAt',
    'first_text',
    'id',
    'last_message_at',
    'messages',
    'read',
    'request_id',
    'status',
    'ticket_id',
    'updatedAt',
  ]);
  expect(rows[0]).toMatchObject({ agents: [{ firstname: 'Grace' }], read: { upto: 0, unread: 0 } });
  expect(rows[0]?.read).not.toHaveProperty('mentioned');
});

it('has no position for machines', async () => {
  const project = newId();
  await insertRequests(tables.db, project, [{}]);
  const { rows } = await rowsOf(caller(project, 'agent', 'b1', { kind: 'bot' }));
  expect(rows).toHaveLength(1);
  expect(rows[0]).not.toHaveProperty('read');
});

it('is about a kilobyte for an ordinary conversation, smaller than the full form', async () => {
  const project = newId();
  const department = await keepDepartment(tables.db, project, { name: 'Customer service' });
  const grace = newId();
  await keepTeammate(tables.db, project, { id: grace, firstname: 'Grace' });
  const rows = await insertRequests(
    tables.db,
    project,
    Array.from({ length: 40 }, (_, n) => ({
      ...{
        department_id: department,
        participants: [grace],
        status: RequestStatus.served,
        language: 'en',
        assigned_at: new Date(),
      },
      first_text: 'Hello, where is the lamp that I ordered two weeks ago?',
      requester: crypto.randomUUID(),
      tags: n % 3 === 0 ? [{ _id: newId(), tag: 'delivery', color: '#43B1F2' }] : [],
      snapshot: {
        lead: { _id: newId(), lead_id: crypto.randomUUID(), fullname: 'Vera Visitor', email: 'vera@example.org' },
      },
      attributes: { client: 'https://shop.example/lamps/7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' },
    })),
  );
  for (const { id } of rows) {
    await insertMessages(tables.db, project, id, [
      {
        sender: grace,
        sender_fullname: 'Grace Example',
        text: 'It should be with you tomorrow.',
      },
    ]);
    await tables.db.query('update request_head set visible_seq = 1, visible_out = 1 where id = $1', [id]);
  }
  const admin = caller(project, 'admin');
  const { text } = await rowsOf(admin, { limit: '40' });
  const full = await rendered.list(admin, project, ListRequestsQuery.parse({ limit: '40' }));

  expect(Buffer.byteLength(text) / 40).toBeLessThanOrEqual(1_100);
  expect(Buffer.byteLength(text)).toBeLessThan(Buffer.byteLength(full.text));
});
