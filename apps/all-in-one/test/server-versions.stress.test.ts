import { readFile } from 'node:fs/promises';

import { describeWithProgram, eventually, startNatsServer, startRedisServer } from '@parley/testkit';

import { newRequestId, newUser, newVisitor, startMesh } from './mesh.ts';
import { startPostgres, versionsOf } from './server-versions.ts';

/** Of the test run's own server. */
const ownPostgres = '18';

const patience = { timeoutMs: 20_000 };

/** The supported ranges of docs/operations/install.md, and what takes part at each end. */
const ends = [
  { end: 'oldest servers', postgres: '15', nats: '2.9', redis: ['redis-server', '7.0'] },
  { end: 'newest servers', postgres: ownPostgres, nats: '2.15', redis: ['redis-server', '8.0'] },
  { end: 'newest servers, with Valkey', postgres: ownPostgres, nats: '2.15', redis: ['valkey-server', '8.1'] },
] as const;

const found = new Map(
  await Promise.all(
    ['postgres', 'nats-server', 'redis-server', 'valkey-server'].map(
      async (program) => [program, await versionsOf(program)] as const,
    ),
  ),
);
const find = (program: string, version: string) =>
  [...(found.get(program) ?? [])].find(([each]) => each.startsWith(`${version}.`))?.[1];

for (const { end, postgres, nats, redis } of ends) {
  const wanted = [['postgres', postgres], ['nats-server', nats], redis].filter(
    ([, version]) => version !== ownPostgres,
  );
  const missing = wanted.find(([program = '', version = '']) => find(program, version) === undefined);
  const [program = '', version = ''] = missing ?? redis;
  describeWithProgram(`${program}@${version}`, `the ${end}`, () => walk(postgres, nats, redis), find(program, version));
}

function walk(postgres: string, nats: string, [redis, redisVersion]: readonly [string, string]): void {
  it(`serve a conversation, its events and its limits: PostgreSQL ${postgres}, NATS ${nats}, ${redis} ${redisVersion}`, async () => {
    const running = new AsyncDisposableStack();
    const started = async <Server extends { stop(): Promise<void> }>(starting: Promise<Server>) =>
      running.adopt(await starting, (server) => server.stop());
    try {
      const program = postgres === ownPostgres ? undefined : find('postgres', postgres);
      const { variables } = program ? await started(startPostgres(program)) : { variables: {} };
      const bus = await started(startNatsServer(find('nats-server', nats)));
      const limits = await started(startRedisServer(find(redis, redisVersion)));
      const mesh = await started(startMesh({ ...variables, NATS_URL: bus.url, REDIS_URL: limits.url }));

      const { customer: ada } = await newUser(mesh.url, 'Ada');
      const { _id: project } = (await ada.call('POST', '/projects', { name: 'Shop' })).body;
      const { customer: vera } = await newVisitor(mesh.url, project, 'Vera');
      // Who serves is asked of workspace, which may be slow right after a start; else the copies say it.
      await mesh.settled();
      const messages = `/${project}/requests/${newRequestId(project)}/messages`;
      const sent = await vera.call('POST', messages, { text: 'Where is my parcel?' });
      expect(sent).toMatchObject({ status: 200, body: { request: { participatingAgents: [{ firstname: 'Ada' }] } } });
      await eventually(async () => {
        const found = async (words: string) =>
          (await ada.call('GET', `/${project}/requests?full_text=${words}`)).body.count;
        expect([await found('parcel'), await found('letter')]).toEqual([1, 0]);
      }, patience);
      // By an event.
      await eventually(async () => {
        const { body } = await ada.call('GET', `/${project}/analytics/requests/aggregate/day?lastdays=2`);
        expect(body).toEqual(expect.arrayContaining([expect.objectContaining({ count: 1 })]));
      }, patience);
      // Events and limits do without NATS and Redis until these have been found.
      await eventually(async () => {
        const { messages: stored } = (await (await fetch(`${bus.monitor}/jsz`)).json()) as { messages: number };
        expect(stored).toBeGreaterThan(0);
        await ada.call('GET', `/${project}/requests`);
        expect(await limits.size()).toBeGreaterThan(0);
      }, patience);
    } finally {
      await running.disposeAsync();
    }
  }, 180_000);
}

it('are the ranges that the requirements name', async () => {
  const page = await readFile(new URL('../../../docs/operations/install.md', import.meta.url), 'utf8');
  const rows = { PostgreSQL: '15 to 18', NATS: '2.9 to 2.15', Redis: '7.0 to 8.0', Valkey: '8.1' };
  for (const [server, range] of Object.entries(rows)) expect(page).toContain(`| ${server} | ${range} |`);
});
