import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

import { hasContainer, startContainer } from './container.ts';
import { packages } from './not-proven.ts';
import { type ServerProcess, untilReady } from './ready.ts';

/** Path of a program, or nothing when it is not installed. Looks beside the folders of PATH where Debian puts servers: in `sbin` beside `bin`. */
export function findProgram(name: string): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter);
  const folders = [...path, ...path.map((folder) => folder.replace(/\/bin$/, '/sbin'))];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/**
 * Starts a server by the name of its program: the installed one, or else one in a container.
 * @param folder that it reads and writes
 * @throws when there is neither; and as `startServer`
 */
export async function startNamedServer(
  name: string,
  args: readonly string[],
  { folder, ready }: { folder: string; ready: () => Promise<unknown> },
): Promise<ServerProcess> {
  const program = findProgram(name);
  return program === undefined ? startContainer(name, { args, folder, ready }) : startServer(program, args, ready);
}

/**
 * Starts `program` and waits until `ready` does not throw.
 * @throws with the end of its output when it ends before that; when it is not ready in time, it is ended
 */
export async function startServer(
  program: string,
  args: readonly string[],
  ready: () => Promise<unknown>,
  env?: NodeJS.ProcessEnv,
): Promise<ServerProcess> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const listen = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2_000);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  // A run that ends early leaves no server behind.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  void ended.then(() => process.removeListener('exit', end));

  let over = false;
  void ended.then(() => {
    over = true;
  });
  try {
    await untilReady(ready, () => over);
  } catch (error) {
    end();
    await ended;
    throw error;
  }
  if (over) throw new Error(`${program} has ended: ${output}`);
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: async () => {
      end();
      await ended;
    },
  };
}

/** A free port of the loopback, below those that systems take for outgoing connections: none of them takes it before the server does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}

/**
 * Runs a suite against a real server if its program is there, or a container of it can be started. If not: in CI that fails, unless Debian has no such
 * package; elsewhere the suite is left out, and the summary of the run says what was not proven (`jest/not-proven.mjs`).
 * @param name with `@version` where another one does not count, and then the `program`
 */
export function describeWithProgram(
  name: string,
  adapter: string,
  suite: () => void,
  program = findProgram(name),
): void {
  if (program !== undefined || hasContainer(name) || (process.env.CI && packages[name]?.[0])) {
    describe(adapter, suite);
    return;
  }
  describe.skip(`${adapter} (not proven: ${name} is not installed)`, suite);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
