import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { client, type PromiseClient } from '@parley/service-kit/grpc';
import { collect } from '@parley/testkit';

import { BotsHarness, type TestConversation } from '../../test/bots-harness.ts';

const harness = new BotsHarness();
let contacts: PromiseClient<typeof SubjectServiceService>;
beforeAll(async () => {
  const { addresses, env } = await harness.start();
  contacts = client(SubjectServiceService, {
    ...{ address: addresses.grpc, from: 'contacts', to: 'bots' },
    actorKey: new Uint8Array(Buffer.from(env.ACTOR_KEY ?? '', 'base64url')),
  });
});
afterAll(async () => {
  contacts?.close();
  await harness.stop();
});

const intents = [{ intent_display_name: 'x', question: 'x', answer: 'y' }];
const fillIn = (conversation: TestConversation, name: string) =>
  conversation.say('x', { attributes: { payload: { name } } });

it('exports, erases and counts the data of one person only', async () => {
  const { conversation, people, id } = await harness.bot(intents);
  const other = harness.open(people, id);
  await fillIn(conversation, 'Ada');
  await fillIn(other, 'Grace');
  const subject = {
    idProject: people.projectId,
    lead: conversation.lead,
    leadId: conversation.guest,
    requests: [conversation.id],
  };

  expect(await collect(contacts.export({ subject }))).toEqual([
    {
      type: 'botParameters',
      recordJson: JSON.stringify({ request_id: conversation.requestId, parameters: { name: 'Ada' } }),
    },
  ]);
  expect((await contacts.count({ subject })).remaining).toMatchObject({ parameters: 1, sessions: 1, turns: 0 });
  expect((await contacts.erase({ subject })).erased).toMatchObject({ parameters: 1, sessions: 1 });
  const { remaining } = await contacts.count({ subject });
  expect(Object.values(remaining).filter((left) => left !== 0)).toEqual([]);
  expect((await contacts.erase({ subject })).erased).toMatchObject({ parameters: 0, sessions: 0 });

  // A late event brings nothing back.
  await fillIn(conversation, 'Ada');
  expect(await collect(contacts.export({ subject }))).toEqual([]);
  const theirs = await harness.service.as(people.linus).getChatbotParameters({ request_id: other.requestId });
  expect(theirs.body).toEqual({ name: 'Grace' });
});

it('erases nothing without a subject', async () => {
  const erasing = contacts.erase({ subject: { idProject: 'p', lead: '', leadId: '', requests: [] } });
  await expect(erasing).rejects.toMatchObject({ code: 'validation_failed' });
});
