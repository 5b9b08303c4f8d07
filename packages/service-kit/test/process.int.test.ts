import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { eventually, type TestDatabase, testDatabase } from '@parley/testkit';

const main = fileURLToPath(new URL('./toy/main.ts', import.meta.url));
const key = Buffer.alloc(32, 5).toString('base64url');
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase(new URL('./toy/prisma/', import.meta.url));
});

afterAll(() => database.drop());

it('serves until it is told to stop, then says goodbye to everybody and exits with 0', async () => {
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

function run(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...env } });
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
