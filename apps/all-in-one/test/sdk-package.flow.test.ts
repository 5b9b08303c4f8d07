import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import {
  createBot,
  createParley,
  createSubscription,
  listDepartments,
  listMessages,
  listRequests,
  type Parley,
  sendMessage,
  updateDepartment,
} from '@parley/sdk';
import { amountOf, eventually } from '@parley/testkit';

import { reservePorts } from '../src/ports.ts';
import { newRequestId, newUser, newVisitor } from './mesh.ts';
import { type Block, InstalledSdk, nodes } from './sdk-package.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

const run = promisify(execFile);
const recordedAnswers = new URL('../../../packages/contracts/src/reference/generated/examples.json', import.meta.url);

/** `npm test` takes the pinned Node alone. */
const promised = await nodes();
const someNodes = promised.slice(0, amountOf({ quick: 1, soak: promised.length }));

let mesh: SharedMesh;
let installed: InstalledSdk;
let blocks: Block[];
let ada: Parley;
let visitor: Parley;
let environment: Record<string, string>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  mesh = await sharedMesh();
  const owner = await newUser(mesh.url, 'Ada');
  const { body: project } = await owner.customer.call('POST', '/projects', { name: 'Shop' });
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  const request_id = newRequestId(project._id);
  ada = createParley({ url: mesh.url, project: project._id, token: owner.token });
  visitor = createParley({ url: mesh.url, project: project._id, token: vera.token });
  await sendMessage(visitor, { request_id, text: 'Hello' });
  environment = {
    PARLEY_URL: mesh.url,
    PARLEY_PROJECT: project._id,
    PARLEY_TOKEN: owner.token,
    PARLEY_EMAIL: owner.email,
    PARLEY_PASSWORD: 'secret of Ada',
    PARLEY_REQUEST: request_id,
  };
  installed = await InstalledSdk.make();
  await installed.addExamples();
  blocks = await installed.addBlocks({ url: mesh.url, project: project._id });
  await installed.compile('nodenext');
}, 180_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await installed?.remove();
});

it('holds what was built, its types, README and licence, and nothing of the repository', async () => {
  const files = await installed.files();
  const others = files.filter((path) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(path));
  expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(files.filter((path) => /test|\.map$/.test(path))).toEqual([]);

  const texts = await Promise.all(files.map((path) => readFile(join(installed.package, path), 'utf8')));
  const whole = texts.join('\n');
  expect(
    [...whole.matchAll(/@parley\/[\w-]+/g)].map(([name]) => name).filter((name) => name !== '@parley/sdk'),
  ).toEqual([]);
  expect(whole).not.toMatch(/(?<!scim\/v2)\/(home|work|root|tmp|Users)\/|sourceMappingURL|node:/);
  const manifest = JSON.parse(await readFile(join(installed.package, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('scripts');
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest.publishConfig).toMatchObject({ provenance: true });
});

it('has types of at most 650 kB', async () => {
  const types = (await installed.files()).filter((path) => path.endsWith('.d.ts'));
  const sizes = await Promise.all(types.map(async (path) => (await stat(join(installed.package, path))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(650_000);
});

it('type-checks strictly for a bundler, too, with every example and every block of the documentation', async () => {
  await installed.compile('bundler');
}, 60_000);

it.each(['browser', 'node'] as const)(
  'type-checks as strictly as can be in a program for %s alone',
  async (platform) => {
    await installed.checkConsumer(platform);
  },
  60_000,
);

it('has the types of every answer that was recorded from a mesh', async () => {
  const recorded = JSON.parse(await readFile(recordedAnswers, 'utf8'));
  expect(Object.keys(recorded).length).toBeGreaterThan(100);
  await installed.checkAnswers(recorded);
}, 60_000);

it('has examples of less than 100 lines', async () => {
  const folder = new URL('../../../packages/sdk/examples/', import.meta.url);
  for (const name of await readdir(folder)) {
    const lines = (await readFile(new URL(name, folder), 'utf8')).split('\n').length;
    expect([name, lines < 100]).toEqual([name, true]);
  }
});

describe('every block of the documentation runs', () => {
  it('on each Node that is promised', async () => {
    const runs = blocks.filter(({ isRun }) => isRun);
    expect(runs.length).toBeGreaterThan(10);
    for (const [version, node] of someNodes) {
      for (const { name, source } of runs) {
        const request = newRequestId(environment.PARLEY_PROJECT ?? '');
        await sendMessage(visitor, { request_id: request, text: 'Hello' });
        const outcome = await run(node, [installed.built(name)], {
          env: { ...environment, PARLEY_REQUEST: request },
          timeout: 30_000,
        }).then(
          () => 'done',
          (error: { stderr: string }) => `${source}\n${error.stderr}`,
        );
        expect([version, name, outcome]).toEqual([version, name, 'done']);
      }
    }
  }, 240_000);
});

/** An example as a program of its own, which has said that it is ready. */
async function start(node: string, name: string, env: Record<string, string>, args: string[] = []) {
  const child = spawn(node, [installed.built(name), ...args], { env: { ...environment, ...env }, stdio: 'pipe' });
  children.push(child);
  let text = '';
  child.stdout.on('data', (data: Buffer) => {
    text += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    text += data.toString();
  });
  const ended = once(child, 'exit');
  return {
    said: () => text,
    type: (line: string) => child.stdin.write(`${line}\n`),
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

describe('the examples run', () => {
  const texts = async (request_id: string) => (await listMessages(ada, { request_id })).map(({ text }) => text);

  it('the echo bot verifies who calls it, and answers', async () => {
    for (const [, node] of someNodes) {
      const [port = 0] = await reservePorts(1);
      const bot = await createBot(ada, { name: 'Echo', type: 'external', url: `http://127.0.0.1:${port}/` });
      const [department] = await listDepartments(ada);
      await updateDepartment(ada, { department_id: department?._id ?? '', id_bot: bot._id });
      const program = await start(node, 'echo-bot', { BOT_SECRET: bot.secret ?? '', PORT: String(port) });
      await eventually(() => expect(program.said()).toContain('listens'));
      expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })).status).toBe(401);

      const request_id = newRequestId(environment.PARLEY_PROJECT ?? '');
      await sendMessage(visitor, { request_id, text: 'Polly' });
      await eventually(async () => expect(await texts(request_id)).toContain('You said: Polly'));
      await updateDepartment(ada, { department_id: department?._id ?? '', id_bot: null });
      await program.stop();
    }
  }, 60_000);

  it('the webhook receiver tells of each message once, and refuses what is not signed', async () => {
    for (const [, node] of someNodes) {
      const [port = 0] = await reservePorts(1);
      const target = `http://127.0.0.1:${port}/`;
      const { secret = '' } = await createSubscription(ada, { event: 'message.create', target });
      const program = await start(node, 'webhook-receiver', { WEBHOOK_SECRETS: secret, PORT: String(port) });
      await eventually(() => expect(program.said()).toContain('listens'));
      await sendMessage(visitor, { request_id: environment.PARLEY_REQUEST ?? '', text: 'Is it there?' });
      await eventually(() => expect(program.said()).toContain(': Is it there?'));
      expect((await fetch(target, { method: 'POST', body: '{}' })).status).toBe(401);
      await program.stop();
    }
  }, 60_000);

  it('the importer brings conversations in once, with their dates', async () => {
    for (const [version, node] of someNodes) {
      const path = join(installed.folder, 'old.csv');
      const lines = Array.from(
        { length: 700 },
        (_, at) =>
          `${version}.${at % 3},2024-01-15T09:${String(at % 60).padStart(2, '0')}:00.000Z,old.${at % 2},"Name, ${at % 2}","Text ""${at}"""`,
      );
      await writeFile(path, `conversation,date,sender,name,text\n${lines.join('\n')}\n`);
      for (let round = 0; round < 2; round += 1) {
        const program = await start(node, 'import-conversations', {}, [path]);
        const [code] = await program.ended;
        expect([code, program.said()]).toEqual([0, expect.stringContaining('3 of 3')]);
      }
      const request_id = `support-group-${environment.PARLEY_PROJECT}-import.${version}.0`;
      const messages = await listMessages(ada, { request_id });
      expect(messages).toHaveLength(234);
      expect(messages[0]).toMatchObject({ text: 'Text "0"', createdAt: '2024-01-15T09:00:00.000Z', imported: true });
    }
  }, 120_000);

  it('the terminal inbox shows what happens, answers and closes', async () => {
    for (const [, node] of someNodes) {
      const request_id = newRequestId(environment.PARLEY_PROJECT ?? '');
      const { request } = await sendMessage(visitor, { request_id, text: 'Anybody there?' });
      const program = await start(node, 'terminal-inbox', {});
      await eventually(() => expect(program.said()).toContain(`#${request.ticket_id} `), { timeoutMs: 15_000 });
      program.type(`${request.ticket_id} Here I am.`);
      await eventually(async () => expect(await texts(request_id)).toContain('Here I am.'));
      program.type(`${request.ticket_id} /close`);
      await eventually(async () => {
        const { requests } = await listRequests(ada, { status: '1000', limit: 200 });
        expect(requests.map(({ request_id: id }) => id)).toContain(request_id);
      });
      await program.stop();
    }
  }, 90_000);
});
