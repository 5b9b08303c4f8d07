import { CountedReads } from '../../test/counted-reads.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';
import { RequestLoader } from './request.loader.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

it('reads requests that are asked for together by one statement, each by its own project', async () => {
  const [one, other] = [await harness.openedRequest(), await harness.openedRequest()];
  const reads = new CountedReads(service.db, 'load_requests');
  const loader = new RequestLoader(service.db, service.context.automationConfigs);
  const asked = [
    [one.project.projectId, one.request_id],
    [one.project.projectId, newRequestId(one.project.projectId)],
    [other.project.projectId, one.request_id],
    [other.project.projectId, other.request_id],
  ] as const;

  const { result, statements } = await reads.of(() =>
    Promise.allSettled(asked.map(([projectId, requestId]) => loader.load('system', projectId, requestId))),
  );

  expect(statements).toBe(1);
  expect(result.map((each) => each.status === 'fulfilled' && each.value.requestId)).toEqual([
    ...[one.request_id, false, false, other.request_id],
  ]);
});

it('finds people who are asked for together by one statement, each in their own project', async () => {
  const [one, other] = [await harness.openedRequest(), await harness.openedRequest()];
  const reads = new CountedReads(service.db, 'find_people');
  const { directory } = service.context;
  const asked = [
    [one.project.projectId, one.vera.id],
    [one.project.projectId, other.vera.id],
    [other.project.projectId, other.project.personas.ada.id],
  ] as const;

  const { result, statements } = await reads.of(() =>
    Promise.all(asked.map(([projectId, id]) => directory.personOf(projectId, id))),
  );

  expect(statements).toBe(1);
  expect(result.map(({ member, lead }) => [member?.principal, lead?.record.lead_id])).toEqual([
    [undefined, one.vera.id],
    [undefined, undefined],
    [other.project.personas.ada.id, undefined],
  ]);
});
