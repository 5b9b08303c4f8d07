import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually, freezePostgres, timeoutOf } from '@parley/testkit';

import { reservePorts } from '../src/ports.ts';
import type { AllInOne } from '../src/service.ts';
import { type Customer, newRequestId, newUser, newVisitor, startMesh } from './mesh.ts';
import { Process } from './processes.ts';

const patience = { timeoutMs: 30_000 };
// What a call may take while the database is frozen.
const deadlineMs = () => timeoutOf(3_000);

/** The postmaster's process id. */
async function postmasterOf(dataFolder: string): Promise<number> {
  const text = await readFile(join(dataFolder, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

describe('an all-in-one whose embedded PostgreSQL', () => {
  let mesh: AllInOne;
  let ada: Customer;
  let vera: Customer;
  let projectId: string;
  let requestId: string;
  let thaw: () => void = () => undefined;

  beforeAll(async () => {
    mesh = await startMesh({ RATE_LIMIT_FACTOR: '100' }, { embedded: true });
    ada = (await newUser(mesh.url, 'Ada')).customer;
    projectId = (await ada.call('POST', '/projects', { name: 'Shop' })).body._id;
    vera = (await newVisitor(mesh.url, projectId, 'Vera')).customer;
  }, 60_000);
  afterEach(() => thaw());
  afterAll(() => mesh?.stop(), 60_000);

  const readiness = async () => {
    const response = await fetch(`${mesh.url}/readyz`);
    return { status: response.status, body: (await response.json()) as { dependencies: object } };
  };
  const isAlive = async () => (await fetch(`${mesh.url}/healthz`)).status;
  const say = (text: string, key: string) =>
    vera.call('POST', `/${projectId}/requests/${requestId}/messages`, { text }, { 'idempotency-key': key });
  const texts = async () => {
    const { status, body } = await vera.call('GET', `/${projectId}/requests/${requestId}/messages?limit=200`);
    expect(status).toBe(200);
    return body.map(({ text }: { text: string }) => text);
  };

  /** Every kind of call at once: reads, writes, a sign-in, what several services are asked for, whether the caller is known or not. */
  async function callAll() {
    const calls: [Customer, string, string, unknown?][] = [
      [vera, 'POST', `/${projectId}/requests/${newRequestId(projectId)}/messages`, { text: 'Hello?' }],
      [vera, 'GET', `/${projectId}/requests/${requestId}/messages`],
      [ada, 'GET', `/${projectId}/requests`],
      [ada, 'GET', `/${projectId}/requests?full_text=hello`],
      [ada, 'GET', `/${projectId}/leads`],
      [ada, 'GET', `/${projectId}/bots`],
      [ada, 'GET', `/${projectId}/departments`],
      [ada, 'GET', `/${projectId}/analytics/messages/count`],
      [ada, 'GET', `/${projectId}/subscriptions`],
      [ada, 'PUT', `/${projectId}/requests/${requestId}/close`],
      [ada, 'PUT', `/${projectId}/requests/${requestId}/departments`, {}],
      [ada, 'POST', '/projects', { name: 'Another' }],
      [ada, 'POST', '/auth/signin', { email: 'ada@example.com', password: 'secret of Ada' }],
    ];
    return Promise.all(
      calls.map(async ([customer, method, path, body]) => {
        const began = performance.now();
        const answer = await customer.call(method, path, body);
        return {
          call: `${method} ${path}`,
          status: answer.status,
          code: answer.body.code,
          retryAfter: answer.headers.get('retry-after'),
          isInTime: performance.now() - began < deadlineMs(),
        };
      }),
    );
  }

  it('is frozen answers 503 within 3 s, says so, and goes on with all that was acknowledged', async () => {
    requestId = newRequestId(projectId);
    expect((await say('before', 'before')).status).toBe(200);
    await mesh.settled();
    thaw = freezePostgres(await postmasterOf(mesh.dataFolder));

    const inDoubt = say('meanwhile', 'meanwhile');
    // At first each call finds out with the others, then all of them know.
    for (let round = 0; round < 2; round++) {
      for (const answer of await callAll())
        expect(answer).toMatchObject({ status: 503, code: 'dependency_down', retryAfter: '1', isInTime: true });
    }
    expect((await inDoubt).status).toBe(503);
    expect(await readiness()).toMatchObject({
      status: 503,
      body: {
        dependencies: {
          workspace: { status: 'down', detail: 'down: database' },
          conversations: { status: 'down', detail: 'down: database' },
          realtime: { status: 'ok' },
        },
      },
    });
    expect(await isAlive()).toBe(200);

    thaw();
    await eventually(async () => expect((await readiness()).status).toBe(200), patience);
    // Under its key it is stored once, whatever became of the first attempt.
    await eventually(async () => expect((await say('meanwhile', 'meanwhile')).status).toBe(200), patience);
    expect((await say('after', 'after')).status).toBe(200);
    expect(await texts()).toEqual(['before', 'meanwhile', 'after']);
    await mesh.settled();
  }, 120_000);

  it('is killed starts it again, and goes on with all that was acknowledged', async () => {
    requestId = newRequestId(projectId);
    expect((await say('before', 'before the kill')).status).toBe(200);
    const killed = await postmasterOf(mesh.dataFolder);
    process.kill(killed, 'SIGKILL');

    // Connections outlive the postmaster for a moment, and may take what is sent in it.
    await eventually(async () => expect((await say('after', 'after the kill')).status).toBe(200), patience);
    await eventually(async () => expect(await postmasterOf(mesh.dataFolder)).not.toBe(killed), patience);
    await eventually(async () => expect((await readiness()).status).toBe(200), patience);
    await eventually(async () => expect(await texts()).toEqual(['before', 'after']), patience);
    await mesh.settled();
  }, 120_000);
});

it('ends with one sentence when the data of its PostgreSQL is gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-outage-'));
  const [port] = await reservePorts(1);
  const mesh = new Process('apps/all-in-one/src/main.ts', `http://localhost:${port}`, {
    PORT: String(port),
    PARLEY_DATA: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    DEMO: 'false',
  });
  try {
    await mesh.start();
    const postmaster = await postmasterOf(join(folder, 'data'));
    await rename(join(folder, 'data', 'postgres', 'data'), join(folder, 'moved'));
    process.kill(postmaster, 'SIGKILL');

    expect(await mesh.ended()).toBe(1);
    expect(mesh.output.trim().split('\n').at(-1)).toMatch(
      /^The embedded PostgreSQL .* is gone: restore it from a back-up and start Parley again\.$/,
    );
  } finally {
    await mesh.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
