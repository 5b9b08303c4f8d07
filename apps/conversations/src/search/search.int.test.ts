import { ListRequestsQuery } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { askedWords } from '@parley/service-kit/search';
import { nextQueryOf, personasOf } from '@parley/testkit';

import type { ConversationsService } from '../../test/harness.ts';
import { startAlone } from '../../test/reading.ts';
import { insertMessages, insertRequests, keepDepartment, keepGroup } from '../../test/rows.ts';
import { planList } from '../request-list/list-plan.ts';
import { allIndexed, readUnindexedWords } from './unindexed-words.ts';

let service: ConversationsService;

beforeAll(async () => {
  service = await startAlone();
});

afterAll(() => service.stop());

/** A project with a request that a visitor opened. */
async function project(text = 'Where is my parcel') {
  const people = personasOf();
  await keepDepartment(service.db, people.projectId, { default: true, routing: 'pooled', name: 'Everybody' });
  const request_id = `support-group-${people.projectId}-${newId()}`;
  expect((await service.as(people.vera).sendMessage({ request_id, text })).status).toBe(200);
  return { ...people, request_id };
}

/** `request_id`s that a search finds once everything is indexed. */
async function found(caller: ReturnType<ConversationsService['as']>, full_text: string): Promise<string[]> {
  await service.settled();
  const { status, body } = await caller.listRequests({ full_text, status: 'all' });
  expect(status).toBe(200);
  expect(body.count).toBe(body.requests.length);
  return body.requests.map(({ request_id }) => request_id);
}

it('finds a request by its messages, however often it is indexed in between', async () => {
  const { ada, vera, request_id } = await project();
  const team = service.as(ada);
  expect(await found(team, 'parcel')).toEqual([request_id]);

  await service.as(vera).sendMessage({ request_id, text: 'It is a Lámpshade.' });
  await team.sendMessage({ request_id, text: 'On its way by courier' });

  expect(await found(team, 'parcel lampshade COUR')).toEqual([request_id]);
  expect(await found(team, 'parcel bicycle')).toEqual([]);
});

it.each([
  ['a Japanese word in a sentence', '注文の返金をお願いします', '返金'],
  ['a telephone number without blanks and signs', 'Call +49 170 1234567', '1701234567'],
  ['a telephone number with a leading zero', 'Call +49 170 1234567', '01701234567'],
  ['ss by ß', 'It is the Hauptstrasse', 'hauptstraße'],
  ['ß by ss', 'It is the Hauptstraße', 'hauptstrasse'],
  ['umlauts and ß', 'Viele Grüße', 'grusse'],
  ['an emoji', 'Thank you 🙏', '🙏'],
  ['a part of an address', 'Write to ada@mail.acme.example', 'acme'],
  ['a part of an order number', 'Order ORD-2024-0017', '0017'],
])('finds %s in a first text, in a message, and in what is indexed', async (_, text, query) => {
  const first = await project(text);
  const later = await project('Hello');
  await service.as(later.vera).sendMessage({ request_id: later.request_id, text });
  for (const isIndexed of [false, true]) {
    if (isIndexed) await service.settled();
    for (const { ada, vera, request_id } of [first, later]) {
      const team = await service.as(ada).listRequests({ full_text: query, view: 'row', status: 'all' });
      const own = await service.as(vera).listMyRequests({ full_text: query });
      expect(team.body).toMatchObject({ count: 1, requests: [{ request_id, matches: [{ in: 'message' }] }] });
      expect(own.body).toMatchObject({ count: 1, requests: [{ request_id }] });
    }
  }
});

it('stores the first words with their request, so that a search reads no text of it', async () => {
  const { ada, vera, projectId, request_id } = await project('unmistakable');
  const asked = askedWords('unmistakable', 'last');
  const unindexed = () => readUnindexedWords(service.db, projectId, asked);

  expect(await unindexed()).toEqual(allIndexed);
  expect((await service.as(ada).listRequests({ full_text: 'unmistakable' })).body).toMatchObject({
    count: 1,
    requests: [{ request_id, score: expect.any(Number) }],
  });

  await service.as(vera).sendMessage({ request_id, text: 'Hello?' });
  expect(await unindexed()).toEqual(allIndexed);
  await service.as(vera).sendMessage({ request_id, text: 'Unmistakable.' });
  expect((await unindexed()).words).toMatchObject([{ about: null, said: `'unmistakable':1C` }]);
});

it('looks up each request that it finds by its key, also where the planner knows nothing of the tables', async () => {
  const { ada, projectId } = personasOf();
  const texts = Array.from({ length: 200 }, (_, place) => ({ first_text: place % 10 ? 'a parcel' : 'a lampshade' }));
  await insertRequests(service.db, projectId, texts);
  const fullText = 'lampshade';
  const asked = askedWords(fullText, 'last');
  const unindexed = await readUnindexedWords(service.db, projectId, asked);
  expect(unindexed.words).toHaveLength(200);
  const searched = { fullText, asked, unindexed, strategy: 'all words' as const };
  const { stamps } = planList(ada, projectId, ListRequestsQuery.parse({ full_text: fullText }), { searched });

  const [row] = await service.db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${stamps.statement.text}`,
    stamps.values,
  );

  const plan = row?.['QUERY PLAN'][0].Plan;
  const read = nodesOf(plan).filter((node) => node['Relation Name'] === 'request');
  // Once for the filter, once for the page.
  expect(read.map((node) => node['Actual Rows'] * node['Actual Loops'])).toEqual([20, 20]);
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

const nodesOf = (node?: PlanNode): PlanNode[] => (node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : []);

it('finds new messages before they are indexed', async () => {
  const { ada, vera, request_id } = await project('Where is my parcel');
  const team = service.as(ada);
  const now = async (full_text: string, caller = team) => {
    const { body } = await caller.listRequests({ full_text, status: 'all' });
    return body.requests.map((request) => [request.request_id, typeof request.score]);
  };
  const hit = [[request_id, 'number']];
  await service.db.transaction(async () => {
    // The index is not updated meanwhile.
    await service.db.query('lock table request_words in share mode');
    await service.db.outside(async () => {
      expect(await now('parcel')).toEqual(hit);
      await team.addNote({ request_id, text: 'suspicious' });
      await service.as(vera).sendMessage({ request_id, text: 'It is a Lámpshade' });
      expect(await now('parcel suspicious lamp')).toEqual(hit);
      const own = await service.as(vera).listMyRequests({ full_text: 'suspicious' });
      expect(own.body).toMatchObject({ count: 0, requests: [] });
    });
  });

  await service.settled();
  const { body } = await team.addNote({ request_id, text: 'ephemeral' });
  expect(await found(team, 'ephemeral')).toEqual([request_id]);
  const note_id = (body as { notes: { _id: string; text: string }[] }).notes.find(
    ({ text }) => text === 'ephemeral',
  )?._id;
  await service.db.transaction(async () => {
    await service.db.query('lock table request_words in share mode');
    await service.db.outside(async () => {
      await service.as(vera).sendMessage({ request_id, text: 'without a shade' });
      expect(await now('lampshade without')).toEqual(hit);
      await team.deleteNote({ request_id, note_id: note_id ?? '' });
      expect(await now('ephemeral')).toEqual([]);
    });
  });
});

it('reindexes a conversation when it is quiet, at most once a minute, and at a maximum interval', async () => {
  const { vera, projectId, request_id } = await project();
  await service.settled();
  const indexed = async () => {
    await service.runJob('indexWords');
    const [row] = await service.db.query<{ seq: number }>('select seq from request_words where id_project = $1', [
      projectId,
    ]);
    return row?.seq ?? 0;
  };
  const ago = async (indexedS: number, writtenS: number) => {
    await service.db.query(`update request_words set indexed_at = now() - $2 * interval '1 s' where id_project = $1`, [
      ...[projectId, indexedS],
    ]);
    await service.db.query(`update request_head set updated_at = now() - $2 * interval '1 s' where id_project = $1`, [
      ...[projectId, writtenS],
    ]);
  };
  const before = await indexed();
  for (const [indexedS, writtenS, isDue] of [
    [0, 0, false],
    [59, 31, false],
    [299, 29, false],
    [61, 31, true],
    [301, 0, true],
  ] as const) {
    await service.as(vera).sendMessage({ request_id, text: 'Hello?' });
    const known = await indexed();
    await ago(indexedS, writtenS);
    expect((await indexed()) > known).toBe(isDue);
  }
  expect(await indexed()).toBeGreaterThan(before);
});

it('finds notes, tags and private messages for the team, never for the requester', async () => {
  const { ada, vera, request_id } = await project();
  const team = service.as(ada);
  await team.addNote({ request_id, text: 'suspicious' });
  await team.addRequestTags({ request_id }, { body: ['fraudster'] });
  await team.sendMessage({ request_id, text: 'whispered', attributes: { subtype: 'private' } });
  await service.settled();

  for (const secret of ['suspicious', 'fraudster', 'whispered']) {
    expect(await found(team, secret)).toEqual([request_id]);
    const own = await service.as(vera).listMyRequests({ full_text: secret });
    expect(own.body).toMatchObject({ count: 0, requests: [] });
  }
  const own = await service.as(vera).listMyRequests({ full_text: 'parcel' });
  expect(own.body).toMatchObject({ count: 1, requests: [{ request_id }] });
});

it('finds by the name a lead has now', async () => {
  const { ada, projectId, request_id } = await project();
  const team = service.as(ada);
  await service.settled();
  const [row] = await service.db.query<{ leadId: string }>(
    'select lead_id as "leadId" from request where id_project = $1',
    [projectId],
  );
  const keep = (version: number, fullname: string) =>
    service.db.query(
      `insert into copy_lead as c (id_project, id, lead_id, version, record) values ($1, $2, 'x', $3, $4)
       on conflict (id_project, id) do update set version = excluded.version, record = excluded.record`,
      [projectId, row?.leadId, version, JSON.stringify({ _id: row?.leadId, fullname })],
    );

  await keep(1, 'Zoë Quartz');
  expect(await found(team, 'zoe quartz')).toEqual([request_id]);
  await keep(2, 'Zoë Marble');
  expect(await found(team, 'zoe marble')).toEqual([request_id]);
  expect(await found(team, 'quartz')).toEqual([]);
});

it('finds edited content in its current state, and nothing deleted', async () => {
  const { ada, projectId, request_id } = await project();
  const team = service.as(ada);
  const { body } = await team.addNote({ request_id, text: 'ephemeral' });
  expect(await found(team, 'ephemeral')).toEqual([request_id]);
  const note_id = (body as { notes: { _id: string }[] }).notes[0]?._id ?? '';
  expect((await team.deleteNote({ request_id, note_id })).status).toBe(200);
  expect(await found(team, 'ephemeral')).toEqual([]);

  expect(await found(team, 'parcel')).toEqual([request_id]);
  await service.db.query(`update message set text = '' where id_project = $1`, [projectId]);
  await service.db.query(`update request set first_text = '' where id_project = $1`, [projectId]);
  expect(await found(team, 'parcel')).toEqual([]);

  await service.db.query('delete from request where id_project = $1', [projectId]);
  expect(await service.db.query('select from request_words where id_project = $1', [projectId])).toEqual([]);
});

it('finds nothing of another project, nor what the caller does not see', async () => {
  const [one, other] = [await project('unmistakable'), await project('unmistakable')];
  expect(await found(service.as(one.ada), 'unmistakable')).toEqual([one.request_id]);
  expect(await found(service.as(other.ada), 'unmistakable')).toEqual([other.request_id]);

  const group = await keepGroup(service.db, one.projectId, ['somebody']);
  const closedTo = await keepDepartment(service.db, one.projectId, { id_group: group });
  await service.db.query('update request set department_id = $2 where id_project = $1', [one.projectId, closedTo]);
  expect(await found(service.as(one.linus), 'unmistakable')).toEqual([]);
});

it('indexes a project of many requests that were there before, once each', async () => {
  const { ada, projectId } = personasOf();
  const rows = await insertRequests(
    service.db,
    projectId,
    Array.from({ length: 450 }, (_, place) => ({ first_text: `number n${place}`, created_at: new Date(2026, 0, 1) })),
  );
  await insertMessages(service.db, projectId, rows[449]?.id ?? '', [{ text: 'last of all' }]);
  const team = service.as(ada);

  expect(await found(team, 'last')).toEqual([rows[449]?.request_id]);
  const { body } = await team.listRequests({ full_text: 'number', limit: '1' });
  expect(body.count).toBe(450);
});

it('indexes at once, of many active conversations, those outside the scan of a search', async () => {
  const { ada, projectId } = personasOf();
  const rows = await insertRequests(
    service.db,
    projectId,
    Array.from({ length: 350 }, (_, place) => ({
      first_text: `busy n${place}`,
      updated_at: new Date(Date.now() - place),
    })),
  );

  await service.runJob('indexWords');
  const { body } = await service.as(ada).listRequests({ full_text: 'busy', limit: '1' });
  expect(body.count).toBe(rows.length);
  const [index] = await service.db.query<{ indexed: number }>(
    'select count(*)::int as indexed from request_words where id_project = $1',
    [projectId],
  );
  // The most recent ones wait for a quiet period.
  expect(index?.indexed).toBe(rows.length - 200);
});

it('adds a score and orders by it, unless disabled', async () => {
  const { ada, projectId } = personasOf();
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  await insertRequests(service.db, projectId, [
    { first_text: 'teapot teapot teapot', created_at: at(1) },
    { first_text: 'a teapot', created_at: at(2) },
  ]);
  await service.settled();
  const texts = async (query: Record<string, string>) => {
    const { body } = await service.as(ada).listRequests({ full_text: 'teapot', ...query });
    return body.requests.map(({ first_text, score }) => [first_text, typeof score]);
  };

  expect(await texts({})).toEqual([
    ['teapot teapot teapot', 'number'],
    ['a teapot', 'number'],
  ]);
  expect(await texts({ no_textscore: 'true' })).toEqual([
    ['a teapot', 'undefined'],
    ['teapot teapot teapot', 'undefined'],
  ]);
});

it.each(['all words', 'whole words first'] as const)('finds the same with the strategy %s', async (strategy) => {
  const { ada, vera, projectId } = personasOf();
  const texts = ['green parcel', 'green parcels', 'green', 'parcel', 'parcel greener', 'a GRÉEN box and a Parcelle'];
  const rows = await insertRequests(
    service.db,
    projectId,
    texts.map((first_text) => ({ first_text, requester: vera.id, notes: [{ text: 'secretly blue' }] })),
  );
  await insertMessages(service.db, projectId, rows[2]?.id ?? '', [{ text: 'one more parcel' }]);
  await service.settled();
  const search = async (full_text: string, caller = ada, more: object = {}) => {
    const query = ListRequestsQuery.parse({ full_text, ...more });
    const asked = askedWords(full_text, 'last');
    const searched = { fullText: full_text, asked, unindexed: allIndexed, strategy };
    const { stamps } = planList(caller, projectId, query, { searched });
    const found = await service.db.query<{ id: string; count: number }>(stamps.statement, stamps.values);
    for (const { count } of found) expect(count).toBe(found.length);
    return found.map(({ id }) => rows.findIndex((row) => row.id === id)).sort();
  };

  expect(await search('green parcel')).toEqual([0, 1, 2, 5]);
  expect(await search('parcel green')).toEqual([0, 2, 4]);
  expect(await search('parcel green', ada, { no_textscore: 'true', sortField: 'updatedAt' })).toEqual([0, 2, 4]);
  expect(await search('parcel green nowhere')).toEqual([]);
  expect(await search('green blu')).toEqual([0, 1, 2, 5]);
  expect(await search('green blu', vera)).toEqual([]);
  expect(await search('green parc', vera)).toEqual([0, 1, 2, 5]);
});

it('scores the newest of very many matches, and lists the older ones after them, each once', async () => {
  const { ada, projectId } = personasOf();
  await insertRequests(
    service.db,
    projectId,
    Array.from({ length: 620 }, (_, place) => ({ first_text: place === 7 ? 'teapot teapot' : 'a teapot' })),
  );
  await service.settled();
  const scores: number[] = [];
  const ids = new Set<string>();
  let query: Record<string, string> = { full_text: 'teapot', limit: '200' };
  for (let more = true; more; more = 'cursor' in query) {
    const page = await service.as(ada).listRequests({}, { query });
    expect(page.body.count).toBe(620);
    for (const { _id, score } of page.body.requests) {
      scores.push(Number(score));
      ids.add(_id);
    }
    query = nextQueryOf(page);
  }

  expect(ids.size).toBe(620);
  const beyond = await service.as(ada).listRequests({ full_text: 'teapot', page: '99' });
  expect(beyond.body).toMatchObject({ count: 620, requests: [] });
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(scores.filter((score) => score > 0)).toHaveLength(500);
});

it('times out after its budget, while lists and sends go on', async () => {
  const { ada, vera, request_id } = await project();
  await service.settled();
  await service.db.transaction(async () => {
    await service.db.query('lock table request_words in access exclusive mode');
    // More than the search pool has connections.
    const searches = Array.from({ length: 4 }, () => service.as(ada).listRequests({ full_text: 'parcel' }));
    const sent = await service.as(vera).sendMessage({ request_id, text: 'Hello?' });
    const listed = await service.as(ada).listRequests();
    expect([sent.status, listed.status]).toEqual([200, 200]);
    for (const { status, body } of await Promise.all(searches)) {
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'query_timeout' } });
    }
  });
  expect(await found(service.as(ada), 'hello')).toEqual([request_id]);
});
