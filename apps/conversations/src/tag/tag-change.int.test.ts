import { type DomainEvent, requestUpdated, type TagRecordView, tagDeleted, tagUpdated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { eventually } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';
import { planTagChange } from './plan-tag-change.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

const recordOf = (tag: string, color?: string): TagRecordView => ({
  ...{ _id: newId(), id: newId(), id_project: newId(), tag, color, attributes: {}, createdBy: newId(), __v: 1 },
  ...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
});
const renamed = (from: string, to: string) =>
  tagUpdated({ tag: recordOf(to), changes: ['tag'], previous: { tag: from } });

async function tagged(project: TestProject, ...tags: (string | { tag: string; color: string })[]): Promise<string> {
  const request_id = newRequestId(project.projectId);
  await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
  await service.as(project.personas.grace).addRequestTags({ request_id }, { body: tags });
  return request_id;
}

async function announce(project: TestProject, ...events: DomainEvent[]): Promise<void> {
  for (const event of events) await harness.publish(project, event, project.personas.ada);
}

async function tagsOf({ personas: { grace } }: TestProject, request_id: string) {
  const { body } = await service.as(grace).getRequest({ request_id });
  return ('tags' in body ? body.tags : []).map(({ tag, color }) => [tag, color]);
}

async function found({ personas: { grace } }: TestProject, tags: string) {
  const { body } = await service.as(grace).listRequests({ tags, status: 'all' });
  return body.requests.map(({ request_id }) => request_id).toSorted();
}

it('of another name and colour is so on open and closed requests, and the filter finds them by the new name', async () => {
  const project = await harness.project();
  const open = await tagged(project, 'first', { tag: 'VIP', color: '#112233' }, 'last');
  const closed = await tagged(project, 'vip');
  await service.as(project.personas.grace).closeRequest({ request_id: closed });
  const other = await tagged(project, 'other');
  const elsewhere = await harness.project();
  const theirs = await tagged(elsewhere, 'vip');

  const change = { changes: ['tag', 'color'], previous: { tag: 'vip', color: '#000000' } };
  await announce(project, tagUpdated({ tag: recordOf('gold', '#ffd700'), ...change }));

  const plain = '#43B1F2';
  expect(await tagsOf(project, open)).toEqual([
    ['first', plain],
    ['gold', '#ffd700'],
    ['last', plain],
  ]);
  expect(await tagsOf(project, closed)).toEqual([['gold', '#ffd700']]);
  expect(await tagsOf(project, other)).toEqual([['other', plain]]);
  expect(await tagsOf(elsewhere, theirs)).toEqual([['vip', plain]]);
  expect(await found(project, 'gold')).toEqual([open, closed].toSorted());
  expect(await found(project, 'vip')).toEqual([]);
  const events = await service.outbox(requestUpdated, project.projectId);
  expect(events.filter(({ data }) => data.comment === 'updateTag').map(({ data }) => data.changes)).toEqual([
    ['tags'],
    ['tags'],
  ]);
});

it('keeps one of both names, and the colour when only the name is another', async () => {
  const project = await harness.project();
  const both = await tagged(project, { tag: 'old', color: '#111111' }, 'new');

  await announce(project, renamed('old', 'NEW'));

  expect(await tagsOf(project, both)).toEqual([['NEW', '#111111']]);
});

it('is taken off everything when it is deleted so, and stays otherwise', async () => {
  const project = await harness.project();
  const request = await tagged(project, 'kept', 'gone', 'more');

  await announce(project, tagDeleted({ tag: recordOf('kept') }));
  await announce(project, tagDeleted({ tag: recordOf('GONE'), from: 'everything' }));

  expect((await tagsOf(project, request)).map(([tag]) => tag)).toEqual(['kept', 'more']);
});

it('changes in the order of the events, so that two names can be exchanged', async () => {
  const project = await harness.project();
  const [a, b] = [await tagged(project, 'a'), await tagged(project, 'b')];

  const events = [renamed('a', 'between'), renamed('b', 'a'), renamed('between', 'b')].map(
    ({ data }, nth) =>
      ({ data, idproject: project.projectId, sequence: `${nth}` }) as Parameters<typeof planTagChange>[1],
  );
  // Not by the bus: it gives the events of one key to several replicas at once.
  await service.db.transaction(async () => {
    for (const event of events.toReversed()) await planTagChange(service.context, event);
  });

  await eventually(async () => {
    expect(await tagsOf(project, a)).toEqual([['b', '#43B1F2']]);
    expect(await tagsOf(project, b)).toEqual([['a', '#43B1F2']]);
  });
});

it('has the last of its names though another replica plans the first renaming later', async () => {
  const project = await harness.project();
  const request = await tagged(project, 'a');
  const { db, context } = service;
  const at = { idproject: project.projectId };
  const [first, second] = [renamed('a', 'b'), renamed('b', 'c')].map(
    ({ data }, nth) => ({ data, ...at, sequence: `${nth + 1}` }) as Parameters<typeof planTagChange>[1],
  );
  // How far the consumer is in the outbox of workspace: nowhere, and then past both.
  const passed = (seq: number) =>
    db.query(
      `insert into event_cursor (consumer, publisher, seqs, as_of)
       values ('conversations-copies', 'workspace', array_fill($1::bigint, '{16}'), now())
       on conflict (consumer, publisher) do update set seqs = excluded.seqs, as_of = now()`,
      [seq],
    );
  try {
    await passed(0);
    await planTagChange(context, second as never);
    const waits = 'select from task where id_project = $1 and attempts = 0 and due_at > created_at';
    await eventually(async () => expect(await db.query(waits, [project.projectId])).toHaveLength(1));
    await planTagChange(context, first as never);
    await passed(2);
    await context.orderedWorker.idle();
  } finally {
    await db.query(`delete from event_cursor where publisher = 'workspace'`);
  }

  expect(await tagsOf(project, request)).toEqual([['c', '#43B1F2']]);
});
