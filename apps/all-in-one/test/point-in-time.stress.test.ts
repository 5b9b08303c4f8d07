import { appendFile, chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUpServer, type EmbeddedPostgres, restoreServer, startEmbeddedPostgres } from '@parley/embedded-postgres';
import { connectDatabase } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { reservePorts } from '../src/ports.ts';
import { runCommands } from './commands.ts';
import { Process } from './processes.ts';
import { expectPublished, openShop } from './shop.ts';

const storing = ['workspace', 'conversations', 'contacts', 'bots', 'media', 'analytics', 'webhooks', 'channels'];
const guide = { file: 'docs/operations/back-up.md', timeoutMs: 180_000 };
const patience = { timeoutMs: 30_000 };

describeWithProgram('nats-server', 'databases that are put back to a moment between two back-ups', () => {
  let folder: string;
  let archive: string;
  let postgres: EmbeddedPostgres;
  let nats: NatsServer;
  let mesh: Process;
  let env: Record<string, string>;

  const startServer = async () => {
    postgres = await startEmbeddedPostgres({ dataFolder: join(folder, 'server'), port: postgres?.port, durable: true });
  };
  const ask = async (text: string, database = 'postgres') => {
    const log = createLogger({ service: 'test', level: 'silent' });
    const db = await connectDatabase({ url: postgres.url(database), service: 'test', log, poolSize: 1 });
    const rows = await db.query<{ answer: string }>(text);
    await db.close();
    return rows[0]?.answer ?? '';
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-moment-'));
    archive = join(folder, 'archive');
    await mkdir(archive);
    // PostgreSQL's account writes it.
    await chmod(archive, 0o777);
    await startServer();
    await postgres.stop();
    await appendFile(
      join(postgres.dataFolder, 'data', 'postgresql.auto.conf'),
      `archive_mode = on\narchive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'\n`,
    );
    await startServer();
    const [port] = await reservePorts(1);
    nats = await startNatsServer();
    env = Object.fromEntries(storing.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, postgres.url(name)]));
    mesh = new Process('apps/all-in-one/src/main.ts', `http://localhost:${port}`, {
      ...env,
      PARLEY_DATA: join(folder, 'data'),
      PORT: String(port),
      NATS_URL: nats.url,
      DEMO: 'false',
      LOG_LEVEL: 'warn',
    });
    await mesh.start();
  }, 60_000);

  afterAll(async () => {
    await mesh?.end();
    await nats?.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  it('are of that moment, all of them, and go on from there', async () => {
    const shop = await openShop(mesh.url);
    await shop.say('1 before');
    await shop.settled();
    const backup = join(folder, 'base');
    await backUpServer(join(folder, 'server'), backup);
    await shop.say('2 after the back-up');
    const then = await shop.settled();
    // An event without its mark would be published again.
    const waiting = 'select count(*)::text as answer from outbox where published_at is null';
    await eventually(async () => expect(await ask(waiting, 'conversations')).toBe('0'), patience);
    const moment = await ask('select clock_timestamp()::text as answer');
    await shop.say('3 lost');
    await shop.settled();
    // The segment that holds the moment leaves for the archive.
    const segment = await ask('select pg_walfile_name(pg_switch_wal()) as answer');
    await eventually(async () => {
      expect(await ask('select last_archived_wal as answer from pg_stat_archiver')).toBe(segment);
    }, patience);

    expect(await mesh.end()).toBe(0);
    await nats.kill();
    await nats.loseData();
    await postgres.stop();
    await restoreServer(backup, join(folder, 'server'));
    const place = { PGDATA: join(postgres.dataFolder, 'data'), ARCHIVE: archive, MOMENT: moment };
    await runCommands({ ...guide, mark: 'point-in-time', env: place });
    await startServer();
    await eventually(async () => {
      expect(await ask('select pg_is_in_recovery()::text as answer')).toBe('false');
    }, patience);
    const proof = await runCommands({ ...guide, mark: 'drill', env });
    expect(proof).toContain('All databases are of one moment');
    await nats.start();
    await mesh.start();

    await shop.isAs(then);
    await shop.say('4 on');
    await expectPublished(nats.url, shop.id, ['4 on']);
  }, 300_000);
});
