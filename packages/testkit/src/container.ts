import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/** Official images of servers, by the program that runs in them. */
const images: Readonly<Record<string, string>> = {
  'nats-server': 'nats:2.10-alpine',
  'redis-server': 'redis:7',
};

let hasEngine: boolean | undefined;

/** Whether a Docker engine answers and there is an image of the program. */
export function hasContainer(program: string): boolean {
  if (images[program] === undefined) return false;
  hasEngine ??= process.platform === 'linux' && spawnSync('docker', ['version'], { stdio: 'ignore' }).status === 0;
  return hasEngine;
}

/** A program in a container that is like one of this machine: same ports, and its folder at the same path. */
export interface Container {
  /** To give to `docker`, before the program's own arguments. */
  args: readonly string[];
  /** SIGKILL to the program; `docker` itself passes on the others. */
  kill(): void;
}

/** @param folder that the program reads and writes */
export function containerOf(program: string, folder: string): Container {
  const name = `parley-test-${randomBytes(6).toString('hex')}`;
  const place = ['--network', 'host', '--volume', `${folder}:${folder}`];
  const account = ['--user', `${process.getuid?.()}:${process.getgid?.()}`];
  return {
    args: ['run', '--rm', '--name', name, ...place, ...account, '--entrypoint', program, images[program] ?? ''],
    kill: () => void spawnSync('docker', ['kill', name], { stdio: 'ignore' }),
  };
}
