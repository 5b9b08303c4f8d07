import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithProgram, Endpoint, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { reservePorts } from '../src/ports.ts';
import { runCommands } from './commands.ts';
import { newUser } from './mesh.ts';
import { Process } from './processes.ts';
import { expectPublished, openShop } from './shop.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;

const guide = { file: 'docs/operations/back-up.md', timeoutMs: 180_000 };
const patience = { timeoutMs: 30_000 };

describeWithProgram('nats-server', 'an installation that is restored from its back-up', () => {
  const receiver = new Endpoint();
  let folder: string;
  let nats: NatsServer;
  let mesh: Process;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-restore-'));
    env = { PARLEY_DATA: join(folder, 'data'), BACKUP: join(folder, 'backup') };
    const [port] = await reservePorts(1);
    [nats] = await Promise.all([startNatsServer(), receiver.start()]);
    mesh = new Process('apps/all-in-one/src/main.ts', `http://localhost:${port}`, {
      ...env,
      PORT: String(port),
      NATS_URL: nats.url,
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      OUTBOUND_ALLOW: '127.0.0.1',
    });
    await mesh.start();
  }, 60_000);

  afterAll(async () => {
    await mesh?.end();
    await nats?.stop();
    receiver.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  /** @returns when contacts says that nothing is left */
  async function erase({ owner, id }: Shop, lead: string): Promise<void> {
    const { body } = await owner.call('POST', `/${id}/leads/${lead}/erasures`, {});
    await eventually(async () => {
      const { body: erasure } = await owner.call('GET', `/${id}/erasures/${body._id}`);
      expect(erasure.status).toBe('done');
    }, patience);
  }

  it('answers as it did then, announces nothing twice, and erases and deletes again what was so since', async () => {
    const shop = await openShop(mesh.url);
    const grace = await newUser(mesh.url, 'Grace');
    const { body: closed } = await grace.customer.call('POST', '/projects', { name: 'Closed since' });
    await shop.subscribe(receiver.url);
    const heard = (...texts: string[]) =>
      eventually(() => expect(receiver.calls.map(({ body }) => body.payload.text).sort()).toEqual(texts), patience);
    const run = (mark: string, more: Record<string, string> = {}) =>
      runCommands({ ...guide, mark, env: { ...env, ...more } });

    await shop.say('1 before');
    const before = await shop.settled();
    await heard('1 before');
    const proof = await run('back-up');
    expect(proof).toContain('All databases are of one moment');
    expect(proof).toContain('All 1 uploads have their bytes.');

    await shop.say('2 lost');
    await heard('1 before', '2 lost');
    await erase(shop, before.leads.leads[0]._id);
    expect((await grace.customer.call('DELETE', '/users')).status).toBe(200);
    await eventually(async () => {
      const names = await readdir(join(folder, 'data', 'media', 'erasures'));
      expect(names.filter((name) => name.endsWith(`-${closed._id}`) || name.includes('--'))).toHaveLength(2);
    }, patience);
    expect(await mesh.end()).toBe(0);
    await nats.kill();
    await nats.loseData();
    const restored = await run('restore');
    const [, moment = ''] = /--since (\S+)/.exec(restored) ?? [];
    await nats.start();
    await mesh.start();

    await shop.isAs(before);
    await shop.say('3 after');
    await heard('1 before', '2 lost', '3 after');
    await expectPublished(nats.url, shop.id, ['3 after']);
    expect(await run('rebuild')).toContain('1 projects rebuilt.');

    expect((await grace.customer.call('GET', `/projects/${closed._id}`)).status).toBe(200);
    expect(await run('erasures', { MOMENT: moment })).toContain(
      '1 erasures begun again, 2 projects and accounts deleted again',
    );
    expect((await grace.customer.call('GET', '/users')).status).toBe(401);
    const { body: leads } = await shop.owner.call('GET', `/${shop.id}/leads`);
    const { body: left } = await shop.owner.call('GET', `${shop.request}/messages`);
    expect([leads.count, JSON.stringify(left).includes('before')]).toEqual([0, false]);
    expect(await run('erasures', { MOMENT: moment })).toContain(
      '0 erasures begun again, 0 projects and accounts deleted again',
    );
  }, 300_000);

  it('refuses a back-up that is damaged, and one under a running Parley, and changes nothing then', async () => {
    const backup = join(folder, 'damaged');
    await runCommands({ ...guide, mark: 'back-up', env: { ...env, BACKUP: backup } });
    const restoring = () => runCommands({ ...guide, mark: 'restore', env: { ...env, BACKUP: backup } });
    await expect(restoring()).rejects.toThrow('Parley is running: stop it first.');
    expect(await mesh.end()).toBe(0);
    await appendFile(join(backup, 'postgres', 'data', 'global', 'pg_control'), 'x');
    await expect(restoring()).rejects.toThrow(/has another postgres\/data\/global\/pg_control/);
    await mesh.start();
  }, 300_000);
});
