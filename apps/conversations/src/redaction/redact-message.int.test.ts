import type { Actor } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let project: TestProject;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});
beforeEach(async () => {
  project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  await harness.syncReadModels(project);
});

async function said(by: Actor, message: object, request_id = newRequestId(project.projectId)) {
  const { body } = await service.as(by).sendMessage({ request_id, ...message } as never);
  return { request_id, message_id: (body as { _id: string })._id };
}

/** Answers as a status, or as a code where it is a refusal. */
async function redacted(by: Actor, place: { request_id: string; message_id: string }, body: object = {}) {
  const answer = await service.as(by).redactMessage({ ...place, ...body });
  return answer.status === 200 ? 200 : (answer.body as unknown as { code: string }).code;
}

it('takes the words out of the message, the request that they opened, its search and its history', async () => {
  const { vera, linus, ada } = project.personas;
  const place = await said(vera, {
    ...{ text: 'Card 4111-1111', attributes: { card: '4111-1111', subtype: 'x' } },
    ...{ type: 'file', metadata: { src: 'https://x.example/4111-1111' } },
  });
  await said(linus, { text: 'Thank you' }, place.request_id);
  await service.settled();
  const found = async () => (await service.as(ada).listRequests({ full_text: '4111-1111', status: 'all' })).body.count;
  expect(await found()).toBe(1);

  const { status, body } = await service.as(ada).redactMessage({ ...place, reason: 'Card number' });

  expect([status, body]).toMatchObject([
    200,
    {
      ...{ _id: place.message_id, seq: 1, sender: vera.id, text: '[redacted]', type: 'text', attributes: {}, __v: 1 },
      redacted: { by: ada.id, at: expect.any(String), reason: 'Card number' },
    },
  ]);
  expect(body.metadata).toBeUndefined();
  const { body: request } = await service.as(ada).getRequest({ request_id: place.request_id });
  expect(request).toMatchObject({ first_text: '[redacted]', attributes: {} });
  const { body: history } = await service.as(ada).listRequestHistory({ request_id: place.request_id });
  expect(history.map(({ verb }) => verb)).toContain('MESSAGE_REDACT');
  await service.settled();
  expect(await found()).toBe(0);
  const { body: seen } = await service.as(vera).listMessages({ request_id: place.request_id });
  expect([seen[0]?.text, seen[0]?.redacted]).toEqual(['[redacted]', undefined]);
});

it('takes passages out wherever they stand in a message, and leaves the rest', async () => {
  const { vera, ada } = project.personas;
  const place = await said(vera, {
    text: 'Pay with 4111, not 4111-99',
    attributes: { form: [{ note: 'is 4111' }], kept: 'x' },
  });
  expect(await redacted(ada, place, { passages: ['5500'] })).toBe('passage_not_found');
  expect(await redacted(ada, place, { passages: ['4111', '4111-99'] })).toBe(200);
  const { body } = await service.as(ada).getMessage(place);
  expect(body).toMatchObject({
    text: 'Pay with [redacted], not [redacted]',
    attributes: { form: [{ note: 'is [redacted]' }], kept: 'x' },
  });
});

it('is for admins, and for the author as long as it is fresh', async () => {
  const { vera, linus, ada } = project.personas;
  const place = await said(vera, { text: 'Hello' });
  const own = await said(linus, { text: 'Sorry' }, place.request_id);
  expect(await redacted(linus, place)).toBe('not_the_author');
  expect(await redacted(vera, own)).toBe('not_the_author');
  expect(await redacted(linus, own)).toBe(200);

  await service.db.query(`update message set created_at = created_at - interval '11 minutes' where id = $1`, [
    place.message_id,
  ]);
  expect(await redacted(vera, place)).toBe('not_the_author');
  expect(await redacted(ada, place)).toBe(200);
  const hidden = await said(linus, { text: 'For us', attributes: { subtype: 'private' } }, place.request_id);
  expect(await redacted(vera, hidden)).toBe('message_not_found');
  expect(await redacted(ada, { ...hidden, request_id: newRequestId(project.projectId) })).toBe('request_not_found');
});

it('cannot be undone: a second one finds nothing more, and ten at once are one text', async () => {
  const { vera, ada } = project.personas;
  const place = await said(vera, { text: 'Hello' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => redacted(ada, place)));
  expect(new Set(answers)).toEqual(new Set([200]));
  const { body } = await service.as(ada).getMessage(place);
  expect(body.text).toBe('[redacted]');
  expect(await redacted(ada, place, { passages: ['Hello'] })).toBe('passage_not_found');
});
