import { ListRequestsQuery, RequestStatus } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

import { type TestTables, testTables } from '../../test/reading.ts';
import { caller, insertMessages, insertRequests, keepDepartment, keepGroup, type RequestRow } from '../../test/rows.ts';
import { HistoryQueries } from '../request-list/history.query.repository.ts';
import { RequestQueries } from '../request-list/request.query.repository.ts';
import { MessageQueries } from './message.query.repository.ts';

let tables: TestTables;
let db: Database;
let messages: MessageQueries;
let requests: RequestQueries;

beforeAll(async () => {
  tables = await testTables();
  ({ db } = tables);
  messages = new MessageQueries(db);
  requests = new RequestQueries(db);
});

afterAll(() => tables.close());

async function request(projectId: string, row: Partial<RequestRow> = {}): Promise<RequestRow> {
  const [first] = await insertRequests(db, projectId, [row]);
  if (!first) throw new Error('no request was inserted');
  return first;
}

const notFound = expect.objectContaining({ code: 'request_not_found', kind: 'not_found' });

describe('a conversation of 2,500 messages', () => {
  const project = newId();
  const admin = caller(project, 'admin');
  const all = Array.from({ length: 2_500 }, (_, place) => place + 1);
  let talk: RequestRow;

  beforeAll(async () => {
    talk = await request(project);
    await insertMessages(
      db,
      project,
      talk.id,
      all.map((seq) => ({ seq })),
    );
  });

  const read = async (stretch: object) => {
    const { messages: found, next } = await messages.list(admin, project, talk.request_id, stretch);
    return { seqs: found.map(({ seq }) => seq), next };
  };

  it('is listed ascending, the first 2,000 messages, and the rest behind the cursor, each once', async () => {
    const first = await read({});
    const second = await read({ cursor: first.next });

    expect(first.seqs).toHaveLength(2_000);
    expect([...first.seqs, ...second.seqs]).toEqual(all);
    expect(second.next).toBeUndefined();
  });

  it('is listed newest first with direction -1, with cursors of the same kind', async () => {
    const first = await read({ direction: -1 });
    const second = await read({ direction: -1, cursor: first.next });
    expect([...first.seqs, ...second.seqs]).toEqual([...all].reverse());
  });

  it('is cut by after and before, in either direction', async () => {
    expect((await read({ after: 2_497 })).seqs).toEqual([2_498, 2_499, 2_500]);
    expect((await read({ before: 3 })).seqs).toEqual([1, 2]);
    expect((await read({ after: 10, before: 13, direction: -1 })).seqs).toEqual([12, 11]);
    expect((await read({ before: 3, direction: -1 })).seqs).toEqual([2, 1]);
    expect((await read({ after: Number.MAX_SAFE_INTEGER })).seqs).toEqual([]);
  });

  it('has at most 200 on a page when a limit is given', async () => {
    const page = await read({ limit: 999 });
    expect(page.seqs).toEqual(all.slice(0, 200));
    expect((await read({ limit: 999, cursor: page.next })).seqs).toEqual(all.slice(200, 400));
  });

  it('refuses a cursor of the other direction, or an invalid one', async () => {
    const { next } = await read({ limit: 1 });
    for (const stretch of [{ direction: -1, cursor: next }, { cursor: 'x' }, { cursor: '' }]) {
      await expect(read(stretch)).rejects.toMatchObject({ code: 'cursor_invalid' });
    }
  });

  it('is read through the primary key', async () => {
    const plan = await db.query(
      `explain (format json) select * from message m where m.id_project = $1 and m.request = $2 and m.seq > 5 order by m.seq limit 9`,
      [project, talk.id],
    );
    expect(JSON.stringify(plan)).toContain('message_pkey');
  });
});

describe('classes of messages', () => {
  const project = newId();
  let own: RequestRow;
  let foreign: RequestRow;
  const visitor = caller(project, 'guest', 'zoe');

  beforeAll(async () => {
    own = await request(project, { requester: 'zoe' });
    foreign = await request(project, { requester: 'somebody else' });
    const classes = ['all', 'service', 'own', 'team', 'private'];
    await insertMessages(
      db,
      project,
      own.id,
      classes.map((audience) => ({ audience, text: audience })),
    );
    await insertMessages(db, project, foreign.id, [{ text: 'foreign' }]);
  });

  it('an end user reads what their channel may show', async () => {
    const { messages: found } = await messages.list(visitor, project, own.request_id, {});
    expect(found.map(({ text }) => text)).toEqual(['all', 'service', 'own']);
  });

  it('the team, a bot and a webhook read all of them', async () => {
    const readers = [
      caller(project, 'admin'),
      caller(project, 'agent', 'b', { kind: 'bot' }),
      caller(project, 'agent', 's', { kind: 'subscription' }),
    ];
    for (const reader of readers) {
      expect((await messages.list(reader, project, own.request_id, {})).messages).toHaveLength(5);
    }
  });

  it('a hidden message is as absent by its id as in the list', async () => {
    const { messages: found } = await messages.list(caller(project, 'admin'), project, own.request_id, {});
    for (const { id, audience } of found) {
      const reading = messages.get(visitor, project, own.request_id, id);
      if (audience === 'team' || audience === 'private') {
        await expect(reading).rejects.toMatchObject({ code: 'message_not_found' });
      } else {
        expect(await reading).toMatchObject({ id });
      }
    }
  });

  it('another visitor’s request is a 404, like one that never existed', async () => {
    await expect(messages.list(visitor, project, foreign.request_id, {})).rejects.toEqual(notFound);
    await expect(messages.list(visitor, project, 'support-group-never', {})).rejects.toEqual(notFound);
    await expect(messages.list(visitor, project, '', {})).rejects.toEqual(notFound);
  });

  it('a message is found only under its own request and project', async () => {
    const admin = caller(project, 'admin');
    const [stranger] = (await messages.list(admin, project, foreign.request_id, {})).messages;
    const id = stranger?.id ?? '';

    expect(await messages.get(admin, project, foreign.request_id, id)).toMatchObject({ text: 'foreign' });
    await expect(messages.get(admin, project, own.request_id, id)).rejects.toMatchObject({ code: 'message_not_found' });
    await expect(messages.get(admin, project, own.request_id, 'x')).rejects.toMatchObject({
      code: 'message_not_found',
    });
    await expect(messages.get(caller(newId(), 'owner'), newId(), foreign.request_id, id)).rejects.toEqual(notFound);
  });

  it('a request without messages is an empty list', async () => {
    const empty = await request(project, { requester: 'zoe' });
    expect(await messages.list(visitor, project, empty.request_id, {})).toEqual({ messages: [] });
  });
});

describe('an agent of group A and a request of group B’s department', () => {
  const project = newId();
  const alan = caller(project, 'agent');
  let hidden: RequestRow;

  beforeAll(async () => {
    const group = await keepGroup(db, project, [newId()]);
    const department_id = await keepDepartment(db, project, { id_group: group });
    hidden = await request(project, { department_id });
    await insertMessages(db, project, hidden.id, [{}]);
  });

  it('never meet: get, messages, history, list, own list, count', async () => {
    const history = new HistoryQueries(db);
    await expect(requests.get(alan, project, hidden.request_id)).rejects.toEqual(notFound);
    await expect(messages.list(alan, project, hidden.request_id, {})).rejects.toEqual(notFound);
    await expect(history.list(alan, project, hidden.request_id, {})).rejects.toEqual(notFound);
    expect(await requests.list(alan, project, ListRequestsQuery.parse({}))).toMatchObject({ requests: [], count: 0 });
    expect(await requests.list(alan, project, ListRequestsQuery.parse({}), true)).toMatchObject({
      requests: [],
      count: 0,
    });
    expect(await requests.count(alan, project)).toEqual({ unassigned: 0, assigned: 0, bot_assigned: 0, abandoned: 0 });
    expect(await requests.countOfMonth(alan, project)).toMatchObject({ open: 0, closed: 0 });
    expect(await requests.count(caller(project, 'admin'), project)).toMatchObject({ unassigned: 1 });
  });
});

it('counts by who serves them: no drafts, none that has not begun, closed ones apart', async () => {
  const project = newId();
  const served = { status: RequestStatus.served, participants: ['x'] };
  await insertRequests(db, project, [
    {},
    {},
    served,
    { ...served, has_bot: true },
    { status: RequestStatus.abandoned },
    { status: RequestStatus.closed },
    { draft: true },
    { preflight: true },
    { created_at: new Date(0), status: RequestStatus.closed },
  ]);
  const admin = caller(project, 'admin');

  expect(await requests.count(admin, project)).toEqual({ unassigned: 2, assigned: 1, bot_assigned: 1, abandoned: 1 });
  expect(await requests.countOfMonth(admin, project)).toMatchObject({
    open: 5,
    closed: 1,
    firstDay: expect.stringMatching(/^01\/\d\d\/\d{4}$/),
    lastDay: expect.stringMatching(/^(28|29|30|31)\/\d\d\/\d{4}$/),
  });
});

it('a closed request has a transcript of its visible messages, an open one has none', async () => {
  const project = newId();
  const admin = caller(project, 'admin');
  const created_at = new Date(Date.UTC(2026, 0, 2, 3, 4, 5));
  const closed = await request(project, { status: RequestStatus.closed });
  const open = await request(project);
  const talk = [
    { text: 'Hello', sender_fullname: 'Zoe', created_at },
    { text: 'aside', audience: 'private', created_at },
    { text: 'Hi', sender_fullname: 'Grace', created_at },
  ];
  await insertMessages(db, project, closed.id, talk);
  await insertMessages(db, project, open.id, talk);

  expect((await requests.get(admin, project, closed.request_id)).transcript).toBe(
    '2026-01-02 03:04:05 Zoe: Hello\r\n2026-01-02 03:04:05 Grace: Hi\r\n',
  );
  expect((await requests.get(admin, project, open.request_id)).transcript).toBeNull();
});

describe('history', () => {
  const project = newId();
  const admin = caller(project, 'admin');
  let closed: RequestRow;

  beforeAll(async () => {
    closed = await request(project);
    const entries = Array.from({ length: 250 }, (_, place) => ({
      id_project: project,
      request: closed.id,
      seq: place + 1,
      id: newId(),
      event: 'request.note_added',
      verb: 'NOTE_ADD',
      actor: { type: 'user', id: 'grace' },
      action_obj: { place },
      status_from: place === 0 ? null : 100,
      status_to: 100,
      decision: null,
      created_at: new Date(),
    }));
    await db.query('insert into request_history select x.* from json_populate_recordset(null::request_history, $1) x', [
      JSON.stringify(entries),
    ]);
  });

  it('is listed oldest first, 200 at a time, and continues behind the cursor', async () => {
    const history = new HistoryQueries(db);
    const first = await history.list(admin, project, closed.request_id, {});
    const second = await history.list(admin, project, closed.request_id, { cursor: first.next });

    expect(first.entries).toHaveLength(200);
    expect([...first.entries, ...second.entries].map(({ seq }) => seq)).toEqual(
      Array.from({ length: 250 }, (_, i) => i + 1),
    );
    expect(first.entries[0]).toMatchObject({
      __v: 0,
      verb: 'NOTE_ADD',
      target: { type: 'request', id: closed.id },
      status: { from: null, to: 100 },
      actionObj: { place: 0 },
    });
    expect(first.entries[0]).not.toHaveProperty('decision');
  });

  it('is reversed by direction -1, and empty for a request without', async () => {
    const history = new HistoryQueries(db);
    const bare = await request(project);
    const newest = await history.list(admin, project, closed.request_id, { direction: -1, limit: 2 });
    const older = await history.list(admin, project, closed.request_id, {
      direction: -1,
      limit: 2,
      cursor: newest.next,
    });

    expect([...newest.entries, ...older.entries].map(({ seq }) => seq)).toEqual([250, 249, 248, 247]);
    expect(await history.list(admin, project, bare.request_id, {})).toEqual({ entries: [] });
  });
});
