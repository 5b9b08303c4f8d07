import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { eventually } from '@parley/testkit';

import { type Said, Stage, type Talk } from '../../test/stage.ts';

const stage = new Stage();
const children: ChildProcess[] = [];
const words = ['one', 'two', 'three', 'four'];

beforeAll(async () => {
  await stage.start();
  // This process only hears of messages; others take the turns.
  await stage.service.context.worker.stop();
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});
afterAll(() => stage.service?.stop());

function startReplica(): ChildProcess {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const env = { ...stage.service.env, BOT_TURN_LEASE: '500ms', LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
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
        if (calls === deathAt) await kill(first).then(resolve);
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
