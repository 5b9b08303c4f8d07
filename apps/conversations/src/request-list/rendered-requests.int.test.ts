import { ListRequestsQuery, RequestStatus } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { type TestTables, testTables } from '../../test/reading.ts';
import {
  caller,
  insertMessages,
  insertRequests,
  keepDepartment,
  keepGroup,
  keepTeammate,
  teammateIdOf,
} from '../../test/rows.ts';
import { formFor, viewRequest } from '../access/request.view.ts';
import { TeamScopes } from '../access/team-scopes.ts';
import { MatchQueries } from '../matches/match.query.repository.ts';
import { ReadModels } from '../read-models/read-models.repository.ts';
import { RenderedRequests } from './rendered-requests.ts';
import { RequestQueries } from './request.query.repository.ts';

let tables: TestTables;
let queries: RequestQueries;
let rendered: RenderedRequests;
const project = newId();
const grace = newId();
const lead = newId();
let department: string;
let ids: string[];

beforeAll(async () => {
  tables = await testTables();
  queries = new RequestQueries(tables.db);
  rendered = new RenderedRequests(queries, new MatchQueries(tables.db), new TeamScopes(tables.db));
  department = await keepDepartment(tables.db, project, { name: 'Sales' });
  await keepTeammate(tables.db, project, { id: grace, firstname: 'Grace' });
  const rows = await insertRequests(tables.db, project, [
    { department_id: department, participants: [grace, 'bot_b1'], status: RequestStatus.served, lead_id: lead },
    { department_id: department, requester: grace, followers: [teammateIdOf(grace)] },
    { first_text: 'constructor', participants: ['constructor', '__proto__'] },
  ]);
  ids = rows.map(({ id }) => id);
});

afterAll(() => tables.close());

const query = (sent: object = {}) => ListRequestsQuery.parse(sent);

/** The cached page, after reading each of its requests alone: both must equal the current rows. */
async function page(actor = caller(project, 'admin'), sent: object = {}): Promise<string> {
  const form = formFor(actor, query(sent).no_populate);
  const { requests, count, perPage } = await queries.list(actor, project, query(sent));
  for (const { requestId, version } of requests) {
    const { request, transcript } = await queries.get(actor, project, requestId);
    expect(await rendered.get(actor, project, requestId, query(sent).no_populate)).toEqual({
      version,
      text: JSON.stringify(viewRequest(request, form, { transcript })),
    });
  }
  const { text } = await rendered.list(actor, project, query(sent));
  const views = requests.map((request) => viewRequest(request, form));
  expect(text).toBe(JSON.stringify({ perPage, count, requests: views }));
  return text;
}

it('is byte-identical from the cache and from rows, in every form', async () => {
  for (const sent of [{}, { no_populate: 'true' }, { sortField: 'updatedAt', direction: '1' }, { limit: '2' }]) {
    expect(await page(undefined, sent)).toBe(await page(undefined, sent));
  }
  expect(await page()).toContain('"email":"Grace@acme.example"');
  expect(await page(caller(project, 'user', grace))).not.toContain('acme.example');
});

it.each<[string, string, () => unknown[]]>([
  ['the request', 'update request set subject = $2 where id_project = $1', () => []],
  ['its head', `update request_head set updated_at = now() where id_project = $1 and $2 <> ''`, () => []],
  [
    'its lead',
    `insert into copy_lead (id_project, id, lead_id, version, record) values ($1, $3, 'x', 1, jsonb_build_object('fullname', $2::text))`,
    () => [lead],
  ],
  [
    'its lead again',
    `update copy_lead set record = jsonb_build_object('fullname', $2::text) where id_project = $1 and id = $3`,
    () => [lead],
  ],
  [
    'a person',
    `update copy_teammate set version = 2, record = jsonb_set(record, '{id_user,lastname}', to_jsonb($2::text))
      where id_project = $1 and principal = $3`,
    () => [grace],
  ],
  [
    'a department',
    `update copy_department set version = 2, record = jsonb_set(record, '{name}', to_jsonb($2::text))
      where id_project = $1 and id = $3`,
    () => [department],
  ],
  [
    'a bot',
    `insert into copy_bot (id_project, id, version, record) values ($1, 'b1', 1, jsonb_build_object('_id', 'b1', 'name', $2::text))`,
    () => [],
  ],
])('shows at once what has changed of %s', async (what, change, more) => {
  const before = await page();
  await tables.db.query(change, [project, `another word of ${what}`, ...more()]);
  expect(await page()).not.toBe(before);
});

it('shows the transcript of a closed request as it is now', async () => {
  const [request] = await insertRequests(tables.db, project, [{ status: RequestStatus.closed }]);
  const { id, request_id } = request ?? { id: '', request_id: '' };
  const [message] = await insertMessages(tables.db, project, id, [{ text: 'Hello' }]);
  const admin = caller(project, 'admin');
  expect((await rendered.get(admin, project, request_id)).text).toContain('Guest: Hello\\r\\n"}');

  await tables.db.query(`update message set text = 'Goodbye' where id_project = $1 and id = $2`, [
    project,
    message?.id,
  ]);

  expect((await rendered.get(admin, project, request_id)).text).toContain('Guest: Goodbye\\r\\n"}');
});

it('shows no cached request without access to it', async () => {
  const request_id = `support-group-${project}-${ids[0]}`;
  await rendered.get(caller(project, 'admin'), project, request_id);
  await rendered.get(caller(project, 'agent', grace), project, request_id);

  const stranger = caller(project, 'user', newId());
  await expect(rendered.get(stranger, project, request_id)).rejects.toMatchObject({ code: 'request_not_found' });
  await tables.db.query(
    `update request set participants = '{}', department_id = null where id_project = $1 and id = $2`,
    [project, ids[0]],
  );
  await expect(rendered.get(caller(project, 'agent', grace), project, request_id)).rejects.toMatchObject({
    code: 'request_not_found',
  });
});

it.each<[string, (at: { groups: { group_id: string }[]; id: string }) => [string, unknown[]]]>([
  [
    'the department',
    ({ id }) => [
      `update copy_department set record = jsonb_set(record, '{groups}', '[{"group_id":"none"}]') where id_project = $1 and id = $2`,
      [id],
    ],
  ],
  [
    'its group',
    ({ groups }) => [
      `update copy_group set record = jsonb_set(record, '{members}', '[]') where id_project = $1 and id = $2`,
      [groups[0]?.group_id],
    ],
  ],
  [
    'a setting',
    () => [
      `update copy_project set record = '{"settings":{"current_agent_my_chats_only":true}}' where id_project = $1`,
      [],
    ],
  ],
])('shows no cached request once a change of %s has taken the sight of it', async (_what, change) => {
  const place = newId();
  const ada = newId();
  const groups = [{ group_id: await keepGroup(tables.db, place, [ada]) }];
  const id = await keepDepartment(tables.db, place, { groups });
  await new ReadModels(tables.db).keepProject({ projectId: place, id: place, version: 0, deleted: false, record: {} });
  const [request] = await insertRequests(tables.db, place, [{ department_id: id }]);
  const read = () => rendered.get(caller(place, 'agent', ada), place, request?.request_id ?? '');
  expect(await read()).toEqual(await read());

  const [text, values] = change({ groups, id });
  await tables.db.query(text, [place, ...values]);
  await expect(read()).rejects.toMatchObject({ code: 'request_not_found' });
});

it('shows a request that one agent has cached to no agent of another department, and to no other visitor', async () => {
  const place = newId();
  const [ada, linus, vera, mina] = [newId(), newId(), newId(), newId()];
  const groups = [{ group_id: await keepGroup(tables.db, place, [ada]) }];
  const id = await keepDepartment(tables.db, place, { groups });
  const [request] = await insertRequests(tables.db, place, [{ department_id: id, requester: vera }]);
  const read = (role: 'agent' | 'user', user: string) =>
    rendered.get(caller(place, role, user), place, request?.request_id ?? '');

  for (const [role, allowed, refused] of [
    ['agent', ada, linus],
    ['user', vera, mina],
  ] as const) {
    expect(await read(role, allowed)).toEqual(await read(role, allowed));
    await expect(read(role, refused)).rejects.toMatchObject({ code: 'request_not_found' });
  }
});

it('answers requests that are read together as each read alone', async () => {
  const admin = caller(project, 'admin');
  const asked = ids.map((id) => `support-group-${project}-${id}`);
  const alone = [];
  for (const id of asked) alone.push(await rendered.get(admin, project, id));
  expect(await Promise.all(asked.map((id) => rendered.get(admin, project, id)))).toEqual(alone);
});

it('leaves out what was deleted', async () => {
  await page();
  await tables.db.query('delete from request where id_project = $1 and id = $2', [project, ids[2]]);
  expect(await page()).not.toContain('__proto__');
});
