import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { eventually, processVariables, type TestDatabase, testDatabase, testServer } from '@parley/testkit';
import pg from 'pg';

const main = fileURLToPath(new URL('./toy/main.ts', import.meta.url));
const key = Buffer.alloc(32, 5).toString('base64url');
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase(new URL('./toy/prisma/', import.meta.url));
});

afterAll(() => database.drop());

it('serves until it gets a signal, then drains and exits with 0', async () => {
  const toy = run({ ACTOR_KEY: key, DATA_KEY: key, DATABASE_URL_WEBHOOKS: database.url });
  const ready = await eventually(() => toy.line('"msg":"ready"'), { timeoutMs: 20_000 });
  const { ops } = (JSON.parse(ready) as { addresses: { ops: string } }).addresses;
  expect((await fetch(`${ops}/readyz`)).status).toBe(200);

  toy.child.kill('SIGTERM');

  expect(await toy.exit).toEqual([0, null]);
});

it('explains what is wrong with its environment and exits with 1', async () => {
  const toy = run({ ACTOR_KEY: 'short' });

  expect(await toy.exit).toEqual([1, null]);
  expect(toy.errors()).toBe(
    'webhooks cannot start with this environment:\n  ACTOR_KEY: must be 32 bytes in base64url\n  DATA_KEY: is missing\n',
  );
});

it('migrates apart from serving: who waits for the database or for its migrations ends when they are there', async () => {
  const url = await testServer(`parley_rollout_${randomBytes(6).toString('hex')}`);
  const env = { DATABASE_URL_WEBHOOKS: url };
  const waiting = [run(env, 'await-database'), run(env, 'await-migrations')];
  try {
    for (const one of waiting) await eventually(() => one.line('waiting for'), { timeoutMs: 20_000 });
    expect(waiting.map(({ child }) => child.exitCode)).toEqual([null, null]);

    const first = run(env, 'migrate');
    expect(await first.exit).toEqual([0, null]);
    expect(first.line('database migrated')).toBeTruthy();

    for (const { exit } of waiting) expect(await exit).toEqual([0, null]);
    expect(await run(env, 'migrate').exit).toEqual([0, null]);
  } finally {
    for (const { child } of waiting) child.kill('SIGKILL');
    await dropDatabase(url);
  }
}, 60_000);

it('knows no other steps, and explains what one needs', async () => {
  const [strange, poor] = [run({}, 'await-miracles'), run({}, 'migrate')];
  expect([await strange.exit, await poor.exit]).toEqual([
    [1, null],
    [1, null],
  ]);
  expect(strange.errors()).toContain('await-miracles is none of await-database, migrate, await-migrations.');
  expect(poor.errors()).toContain('DATABASE_URL_WEBHOOKS: is missing');
});

async function dropDatabase(url: string): Promise<void> {
  const server = new pg.Client(await testServer());
  await server.connect();
  await server.query(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
  await server.end();
}

function run(env: Record<string, string>, ...words: string[]) {
  const child: ChildProcess = spawn(process.execPath, [main, ...words], { env: { ...processVariables(), ...env } });
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  return {
    child,
    exit: once(child, 'close'),
    errors: () => errors,
    line: (part: string) => output.split('\n').find((line) => line.includes(part)) ?? false,
  };
}
