import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ServerProcess } from './ready.ts';
import { freePort, startNamedServer, startServer } from './server-process.ts';

/** A `redis-server` on a port of its own that keeps nothing on the disk. */
export interface RedisServer {
  url: string;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** On the same port, empty. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** How many keys it has. */
  size(): Promise<number>;
}

/** @param program default: that of the machine @throws when there is no `redis-server`; see `describeWithProgram` */
export async function startRedisServer(program?: string): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'));
  const port = await freePort();
  const args = ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder, '--save', '', '--appendonly', 'no'];
  const ready = async () => {
    const answer = await ask(port, 'PING');
    if (!answer.startsWith('+PONG')) throw new Error(`redis-server answers ${answer}`);
  };
  const start = () =>
    program ? startServer(program, args, ready) : startNamedServer('redis-server', args, { folder, ready });

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
    size: async () => Number((await ask(port, 'DBSIZE')).slice(1)),
  };
}

function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.setTimeout(1_000, () => socket.destroy(new Error('redis-server does not answer')));
    socket.once('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString());
    });
  });
}
