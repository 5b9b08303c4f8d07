import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type EmbeddedPostgres, startEmbeddedPostgres } from '@parley/embedded-postgres';
import {
  type NatsServer,
  type RedisServer,
  type S3Server,
  startNatsServer,
  startRedisServer,
  startS3Server,
} from '@parley/testkit';

/** PostgreSQL, NATS, Redis and, where asked for, S3: real servers of one mesh. */
export interface Servers {
  readonly nats: NatsServer;
  readonly redis: RedisServer;
  readonly s3: S3Server | undefined;
  databaseUrl(service: string): string;
  /** What was committed is there again afterwards. @param isKilled without a chance to put anything in order */
  restartPostgres(isKilled: boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function startServers({ withObjects = false }: { withObjects?: boolean }): Promise<Servers> {
  const folder = await mkdtemp(join(await fastFolder(), 'parley-mesh-postgres-'));
  const started: { stop(): Promise<unknown> }[] = [];
  const keep = <Part extends { stop(): Promise<unknown> }>(part: Part): Part => {
    started.push(part);
    return part;
  };
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    let postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataFolder: folder, durable: true });
    keep({ stop: () => postgres.stop() });
    return {
      nats: keep(await startNatsServer()),
      redis: keep(await startRedisServer()),
      s3: withObjects ? keep(await startS3Server()) : undefined,
      databaseUrl: (service) => postgres.url(`parley_${service}`),
      async restartPostgres(isKilled) {
        const { port } = postgres;
        if (isKilled) process.kill(postgres.pid, 'SIGKILL');
        await postgres.stop();
        postgres = await startEmbeddedPostgres({ dataFolder: folder, port, durable: true });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Memory, where there is enough: a killed server loses nothing of it, and a busy disk delays no test. */
async function fastFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  return memory && memory.bavail * memory.bsize > 2 ** 31 ? '/dev/shm' : tmpdir();
}
