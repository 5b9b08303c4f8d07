import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithProgram, Endpoint, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { reservePorts } from '../src/ports.ts';
import { runCommands } from './commands.ts';
import { Process } from './processes.ts';
import { expectPublished, openShop } from './shop.ts';

const guide = { file: 'docs/operations/back-up.md', timeoutMs: 30_000 };
const patience = { timeoutMs: 30_000 };

describeWithProgram('nats-server', 'an installation that is restored from a copy of its folder', () => {
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

  it('answers as it did then, and announces nothing twice', async () => {
    const shop = await openShop(mesh.url);
    await shop.subscribe(receiver.url);
    const heard = (...texts: string[]) =>
      eventually(() => expect(receiver.calls.map(({ body }) => body.payload.text).sort()).toEqual(texts), patience);

    await shop.say('1 before');
    const before = await shop.settled();
    await heard('1 before');
    expect(await mesh.end()).toBe(0);
    await runCommands({ ...guide, mark: 'back-up', env });

    await mesh.start();
    await shop.say('2 lost');
    await heard('1 before', '2 lost');
    expect(await mesh.end()).toBe(0);
    await nats.kill();
    await nats.loseData();
    await runCommands({ ...guide, mark: 'restore', env });
    await nats.start();
    await mesh.start();

    await shop.isAs(before);
    await shop.say('3 after');
    await heard('1 before', '2 lost', '3 after');
    await expectPublished(nats.url, shop.id, ['3 after']);
  }, 120_000);
});
