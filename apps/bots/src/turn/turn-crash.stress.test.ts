import { eventually, Replica } from '@parley/testkit';

import { BotsHarness, type SentMessage, type TestConversation } from '../../test/bots-harness.ts';

const harness = new BotsHarness();
const replicas: Replica[] = [];
const words = ['one', 'two', 'three', 'four'];

beforeAll(async () => {
  await harness.start();
  // This process only consumes events; others run the turns.
  await harness.service.context.worker.stop();
});
afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.kill();
});
afterAll(() => harness.stop());

function startReplica(): Replica {
  const env = { ...harness.service.env, BOT_TURN_LEASE: '500ms', LOG_LEVEL: 'silent' };
  const replica = new Replica(new URL('../main.ts', import.meta.url), env);
  replicas.push(replica);
  return replica;
}

const answers = ({ applied }: TestConversation) => applied.map(({ texts }) => texts.join());

it('answers each message once and in order, despite redeliveries and processes killed in the middle of turns', async () => {
  const { people, id } = await harness.bot([{ intent_display_name: 'defaultFallback', answer: '{{lastUserText}}' }]);
  const conversations = Array.from({ length: 6 }, () => harness.open(people, id));
  const events = conversations.flatMap((conversation) => words.map((text) => conversation.message(text)));
  await harness.deliver([...events, ...events.toReversed()]);

  const said = new Map<string, Set<string>>();
  const deaths = [2, 7, 12, 20];
  let calls = 0;
  let replica = startReplica();
  harness.onApply = async ({ turnId, messagesJson }) => {
    calls += 1;
    const texts = messagesJson.map((json) => (JSON.parse(json) as SentMessage).text).join();
    said.set(turnId, (said.get(turnId) ?? new Set()).add(texts));
    if (calls !== deaths[0]) return;
    deaths.shift();
    // The turn is applied and the answer does not arrive.
    await replica.kill();
    await harness.deliver(events);
    replica = startReplica();
  };
  await eventually(() => expect(conversations.map(answers)).toEqual(conversations.map(() => words)), {
    timeoutMs: 60_000,
  });
  expect(deaths).toEqual([]);
  const waiting = () => harness.service.db.query('select 1 from turn');
  await eventually(async () => expect(await waiting()).toEqual([]));

  const before = calls;
  await harness.deliver(events);
  await harness.service.bus.idle();
  expect(await waiting()).toEqual([]);
  expect(calls).toBe(before);
  expect([...said.values()].map(({ size }) => size)).toEqual(Array(24).fill(1));
}, 90_000);
