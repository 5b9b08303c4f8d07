import { requestUpdated, topicNames } from '@parley/contracts';
import { changesAfter, endOfFeed } from '../../test/follower.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

it('is sent completely, though its event had no room for it, and to an end user in their form', async () => {
  const { projectId, personas } = await harness.project();
  const { ada, vera } = personas;
  const request_id = newRequestId(projectId);
  await service.as(vera).sendMessage({ request_id, text: 'Hello', attributes: { plan: 'gold' } });
  const start = await endOfFeed(service, ada);
  const attributes = { long: 'n'.repeat(60_000) };
  for (let n = 0; n < 9; n++) await service.as(ada).addNote({ request_id, text: `${n}`, attributes });
  const event = (await service.outbox(requestUpdated, projectId)).at(-1);
  expect(event?.data.omitted).toEqual(['request.notes', 'patch.notes']);

  const topics = topicNames.request(projectId, request_id);
  const [ofAda, ofVera] = [
    (await changesAfter(service, ada, start, { topics })).at(-1)?.message,
    (await changesAfter(service, vera, start, { topics })).at(-1)?.message,
  ];
  const record = { __v: event?.data.request.__v, first_text: 'Hello', attributes: { plan: 'gold' } };
  expect(ofAda).toMatchObject(record);
  expect(ofAda?.notes).toMatchObject([...'012345678'].map((text) => ({ text })));
  expect(ofVera).toMatchObject(record);
  expect(ofVera).not.toHaveProperty('notes');
});
