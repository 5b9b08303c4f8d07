import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ServerProcess } from './ready.ts';
import { freePort, startNamedServer, startServer } from './server-process.ts';

/** A `nats-server` with JetStream on a port of its own, its data in a temporary folder. */
export interface NatsServer {
  url: string;
  /** Of its monitoring. */
  monitor: string;
  /** SIGKILL; the data stays. */
  kill(): Promise<void>;
  /** On the same port, with what data there is. */
  start(): Promise<void>;
  /** The bytes of all that is on its disk, as Latin-1. */
  stored(): Promise<string>;
  /** Removes streams and consumers from the disk; call it while the server is down. */
  loseData(): Promise<void>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/** @param program default: that of the machine @throws when there is no `nats-server`; see `describeWithProgram` */
export async function startNatsServer(program?: string): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-nats-'));
  const [port, monitor] = [await freePort(), await freePort()];
  const store = join(folder, 'data');
  const config = join(folder, 'nats.conf');
  await writeFile(
    config,
    `listen: "127.0.0.1:${port}"\nhttp: "127.0.0.1:${monitor}"\njetstream { store_dir: "${store}" }\n`,
  );
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${monitor}/healthz`);
    if (answer.status !== 200) throw new Error(`nats-server answers ${answer.status}`);
  };
  const args = ['-c', config];
  const start = () =>
    program ? startServer(program, args, ready) : startNamedServer('nats-server', args, { folder, ready });

  let server: ServerProcess | undefined = await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    monitor: `http://127.0.0.1:${monitor}`,
    async kill() {
      await server?.kill();
      server = undefined;
    },
    async start() {
      server ??= await start();
    },
    async stored() {
      const entries = await readdir(store, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))).join('\n');
    },
    loseData: () => rm(store, { recursive: true, force: true }),
    async stop() {
      await server?.kill();
      server = undefined;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
