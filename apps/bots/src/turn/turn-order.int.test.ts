import type { ServerResponse } from 'node:http';

import type { EventEnvelope } from '@parley/contracts';
import { Endpoint, eventually } from '@parley/testkit';

import { BotsHarness, type TestConversation } from '../../test/bots-harness.ts';

const harness = new BotsHarness();
const intents = [{ intent_display_name: 'defaultFallback', answer: '{{lastUserText}}' }];
let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await new Endpoint().start();
  await harness.start({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await harness.stop();
  endpoint?.stop();
});
beforeEach(() => {
  harness.onApply = () => undefined;
});

const answers = ({ applied }: TestConversation) => applied.map(({ texts }) => texts.join());

function shuffled<Item>(items: readonly Item[]): Item[] {
  const placed = items.map((item) => ({ item, at: Math.random() }));
  return placed.toSorted((one, other) => one.at - other.at).map(({ item }) => item);
}

it('answers each message once and in order, despite duplicate and reordered events', async () => {
  const { people, id } = await harness.bot(intents);
  const conversations = Array.from({ length: 20 }, () => harness.open(people, id));
  const said = ['1', '2', '3', '4'];
  const events = conversations.flatMap((conversation) => said.map((text) => conversation.message(text)));
  for (const event of shuffled<EventEnvelope>(Array(5).fill(events).flat())) await harness.deliver([event]);
  await harness.service.settled();
  for (const conversation of conversations) expect(answers(conversation)).toEqual(said);
});

it('does not wait for messages from before the bot joined', async () => {
  const { conversation } = await harness.bot(intents);
  conversation.extra = { assigned_at: '2026-11-21T10:00:00.000Z' };
  conversation.seq = 17;
  expect(await conversation.ask('hello')).toEqual(['hello']);
});

describe('after an outage', () => {
  const createdAt = new Date(Date.now() - 60_000).toISOString();

  it('answers the newest message of each request, once all of them are known', async () => {
    const { conversation, people, id } = await harness.bot(intents);
    const other = harness.open(people, id);
    const [first, second, third] = ['1', '2', '3'].map((text) => conversation.message(text, { createdAt }));
    const alone = other.message('alone', { createdAt });
    await harness.deliver([first, alone] as EventEnvelope[]);
    await eventually(() => expect(answers(other)).toEqual(['alone']));
    expect(answers(conversation)).toEqual([]);
    await harness.deliver([second, third] as EventEnvelope[]);
    await eventually(() => expect(answers(conversation)).toEqual(['3']));
    await harness.service.settled();
    expect(answers(conversation)).toEqual(['3']);
  });

  it('skips messages already answered by others, and requests that are closed or that the bot has left', async () => {
    const { people, id } = await harness.bot(intents);
    const [answered, left, closed] = [harness.open(people, id), harness.open(people, id), harness.open(people, id)];
    const old = [answered, left, closed].map((conversation) => conversation.message('hello', { createdAt }));
    const reply = answered.message('I am here', { createdAt, sender: 'linus' });
    left.bots = [];
    closed.status = 1000;
    await harness.deliver([...old, reply]);
    await eventually(async () => {
      const [row] = await harness.service.db.query('select 1 from turn where id_project = $1', [people.projectId]);
      expect(row).toBeUndefined();
    });
    expect([answered, left, closed].map(answers)).toEqual([[], [], []]);
  });
});

it('says nothing once a human has joined, or the bot has been in the trash for a while, however long it thinks', async () => {
  const webhook = { webhook_url: endpoint.url, webhook_enabled: true };
  const slow = [{ intent_display_name: 'x', question: 'x', answer: 'static', webhook_enabled: true }];
  const joined = await harness.bot(slow, webhook);
  const trashed = await harness.bot(slow, webhook);
  const waiting: ServerResponse[] = [];
  endpoint.answering = (res) => void waiting.push(res);
  await harness.deliver([joined.conversation.message('x'), trashed.conversation.message('x')]);
  await eventually(() => expect(waiting).toHaveLength(2));

  joined.conversation.bots = [];
  await trashed.owner.updateBot({ bot: trashed.id, trashed: true });
  const since = Date.now();
  await eventually(() => Date.now() - since > 500);
  for (const res of waiting) res.end('{"text":"dynamic"}');
  await harness.service.settled();
  expect([joined.conversation, trashed.conversation].map(answers)).toEqual([[], []]);
});

it('gives a conversation with an echo thirty turns, people once, and then silence', async () => {
  const first = await harness.bot(intents);
  const second = await harness.bot(intents, {}, first.people);
  const conversation = harness.open(first.people, first.id, second.id);
  let text = 'hello';
  for (let round = 0; round < 40; round += 1) {
    const turn = await conversation.say(text);
    // Bots do not answer ordinary texts of other bots.
    text = turn?.texts[0] ?? text;
  }
  const moves = conversation.applied.map(({ move }) => move);
  expect(moves).toEqual([...Array(30).fill('none'), 'handoff']);
  expect(new Set(conversation.applied.map(({ bot }) => bot))).toEqual(new Set([second.id]));
});

it('runs turns at once that no longer wait for a bot that has left, was deleted or whose request was closed', async () => {
  const { turns } = harness.service.context;
  let looks = 0;
  turns.onDueTurn(() => {
    looks += 1;
  });
  await turns.endSession('p', 'r', 'b');
  expect(looks).toBe(1);
  await turns.endPending('p', 'r', new Date());
  expect(looks).toBe(2);
  await turns.deleteByBots('p', ['b']);
  expect(looks).toBe(3);
});
