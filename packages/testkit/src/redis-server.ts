import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ServerProcess } from './ready.ts';
import { freePort, startNamedServer } from './server-process.ts';

/** A `redis-server` on a port of its own that keeps nothing on the disk. */
export interface RedisServer {
  url: string;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** On the same port, empty. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws when there is no `redis-server`; see `describeWithProgram` */
export async function startRedisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'));
  const port = await freePort();
  const args = ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder, '--save', '', '--appendonly', 'no'];
  const start = () => startNamedServer('redis-server', args, { folder, ready: () => ping(port) });

  let server: ServerProcess | undefined = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      await server?.kill();
      server = undefined;
    },
    async start() {
      server ??= await start();
    },
    async stop() {
      await server?.kill();
      server = undefined;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function ping(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(1_000, () => socket.destroy(new Error('redis-server does not answer')));
    socket.once('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      if (answer.toString().startsWith('+PONG')) resolve();
      else reject(new Error(`redis-server answers ${answer.toString()}`));
    });
  });
}
