import { CountedReads } from '../../test/counted-reads.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { policyOf, staffed } from '../../test/policies.ts';
import { eventsOf, seen } from '../../test/seen.ts';
import type { TestProject } from '../../test/test-project.ts';
import { type Change, unchanged } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { lockHead } from './request.statements.ts';

let harness: SharedConversations;
let service: ConversationsService;
let reads: CountedReads;
let stores: CountedReads;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  reads = new CountedReads(service.db, 'load_requests');
  stores = new CountedReads(service.db, 'store_levels');
});
afterEach(() => {
  reads.after = async () => undefined;
});

/** Open requests of a project with a policy. */
async function levelled(count: number): Promise<{ project: TestProject; ids: string[] }> {
  const project = await staffed(harness);
  await policyOf(service, project, { targets: { default: { first_response: 3_600_000 } } });
  const ids: string[] = [];
  while (ids.length < count) ids.push(await harness.conversation(project));
  return { project, ids };
}

/** No policy applies any more: what no job does by itself. */
const unlevelled = (current: SupportRequest): Change => ({
  ...unchanged(current),
  slaChange: { why: 'pinned', pin: null },
});

const update = ({ projectId }: TestProject, ids: readonly string[], decide = unlevelled) =>
  service.context.requests.updateLevels(
    ids.map((requestId) => ({ projectId, requestId })),
    decide,
  );

async function storyOf(project: TestProject, requestId: string) {
  const { _id, sla, __v: version } = await seen(service, project, requestId);
  const types = (await eventsOf(service, _id)).map(({ type }) => type);
  const { body: history } = await service.as(project.personas.ada).listRequestHistory({ request_id: requestId });
  return { pinned: sla?.pinned, types, verbs: history.map(({ verb }) => verb), version };
}

it('stores changes of service levels together by one statement, each with its events and history in their order', async () => {
  const [one, other] = [await levelled(2), await levelled(1)];
  const all = [one, other].flatMap(({ project, ids }) => ids.map((requestId) => ({ project, requestId })));
  const stories = () => Promise.all(all.map(({ project, requestId }) => storyOf(project, requestId)));
  const before = await stories();

  const { result, statements } = await stores.of(() =>
    service.context.requests.updateLevels(
      all.map(({ project: { projectId }, requestId }) => ({ projectId, requestId })),
      unlevelled,
    ),
  );

  expect([result, statements]).toEqual([['changed', 'changed', 'changed'], 1]);
  expect(await stories()).toEqual(
    before.map(({ types, verbs, version }) => ({
      pinned: true,
      types: [...types, 'request.sla_changed', 'request.sla_ended', 'request.updated'],
      verbs: [...verbs, 'SLA_CHANGED', 'REQUEST_UPDATE'],
      version: version + 1,
    })),
  );
  expect(await update(one.project, one.ids)).toEqual(['unchanged', 'unchanged']);
});

it('leaves out a request that another writer has locked, waits for no one, and stores the others', async () => {
  const { project, ids } = await levelled(2);
  const outcomes = await service.db.transaction(async () => {
    await service.db.query(lockHead, [project.projectId, ids[0]]);
    return service.db.outside(() => update(project, ids));
  });

  expect(outcomes).toEqual(['left', 'changed']);
  const stories = await Promise.all(ids.map((id) => storyOf(project, id)));
  expect(stories.map(({ pinned }) => pinned)).toEqual([undefined, true]);
});

it('leaves out a request that has changed since it was read: its answer has the last word', async () => {
  const { project, ids } = await levelled(2);
  const { linus } = project.personas;
  reads.after = async () => {
    reads.after = async () => undefined;
    await service.as(linus).sendMessage({ request_id: ids[0] ?? '', text: 'Here I am' });
  };

  expect(await update(project, ids)).toEqual(['left', 'changed']);
  const { types } = await storyOf(project, ids[0] ?? '');
  expect(types.filter((type) => type.startsWith('request.sla_'))).toEqual(['request.sla_ended']);
});

it('leaves out one that is gone, and one that a rule refuses', async () => {
  const { project, ids } = await levelled(2);
  const { ada } = project.personas;
  await service.as({ ...ada, role: 'owner' }).deleteRequest({ request_id: ids[0] ?? '' });
  expect(await update(project, ids)).toEqual(['left', 'changed']);

  const {
    project: another,
    ids: [first = '', second = ''],
  } = await levelled(2);
  const outcomes = await update(another, [first, second], (current) => {
    if (current.requestId === first) throw new Error('refused');
    return unlevelled(current);
  });
  expect(outcomes).toEqual(['left', 'changed']);
});
