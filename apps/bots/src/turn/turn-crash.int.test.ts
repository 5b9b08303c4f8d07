import { eventually, Replica } from '@parley/testkit';

import { type Said, Stage, type Talk } from '../../test/stage.ts';

const stage = new Stage();
const replicas: Replica[] = [];
const words = ['one', 'two', 'three', 'four'];

beforeAll(async () => {
  await stage.start();
  // This process only hears of messages; others take the turns.
  await stage.service.context.worker.stop();
});
afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.kill();
});
afterAll(() => stage.service?.stop());

function startReplica(): Replica {
  const env = { ...stage.service.env, BOT_TURN_LEASE: '500ms', LOG_LEVEL: 'silent' };
  const replica = new Replica(new URL('../main.ts', import.meta.url), env);
  replicas.push(replica);
  return replica;
}

const answers = ({ applied }: Talk) => applied.map(({ texts }) => texts.join());

it.each([2, 9])(
  'answers each message once and in order when it is killed in the middle of turn %i',
  async (deathAt) => {
    const { people, id } = await stage.bot([{ intent_display_name: 'defaultFallback', answer: '{{lastUserText}}' }]);
    const talks = Array.from({ length: 4 }, () => stage.open(people, id));
    await stage.deliver(talks.flatMap((talk) => words.map((text) => talk.message(text))));

    const said = new Map<string, Set<string>>();
    let calls = 0;
    const dying = new Promise<void>((resolve) => {
      stage.onApply = async ({ turnId, requestId, messagesJson }) => {
        if (!talks.some((talk) => talk.requestId === requestId)) return;
        calls += 1;
        said.set(
          turnId,
          (said.get(turnId) ?? new Set()).add(messagesJson.map((json) => (JSON.parse(json) as Said).text).join()),
        );
        // Applied or not, the answer does not arrive.
        if (calls === deathAt) await first.kill().then(resolve);
      };
    });
    const first = startReplica();
    await dying;
    startReplica();
    await eventually(() => expect(talks.map(answers)).toEqual(talks.map(() => words)), { timeoutMs: 20_000 });
    expect([...said.values()].map(({ size }) => size)).toEqual(Array(16).fill(1));
  },
  40_000,
);
