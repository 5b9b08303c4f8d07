import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/** Official images of servers, by the program that runs in them. */
const images: Readonly<Record<string, string>> = {
  'nats-server': 'nats:2.10-alpine',
  'redis-server': 'redis:7',
  clamd: 'clamav/clamav:1.4',
};

const engineTimeoutMs = 10_000;
const pullTimeoutMs = 120_000;
/** By image; each worker of a run asks the engine once. */
const available = new Map<string, boolean>();

/** Whether a Docker engine answers and has an image of the program, or can pull it: without a registry there may be none. */
export function hasContainer(program: string): boolean {
  const image = images[program];
  if (image === undefined || process.platform !== 'linux') return false;
  const known = available.get(image);
  if (known !== undefined) return known;
  const has =
    succeeds(['version'], engineTimeoutMs) &&
    (succeeds(['image', 'inspect', image], engineTimeoutMs) || succeeds(['pull', '--quiet', image], pullTimeoutMs));
  available.set(image, has);
  return has;
}

function succeeds(args: readonly string[], timeout: number): boolean {
  return spawnSync('docker', args, { stdio: 'ignore', timeout, killSignal: 'SIGKILL' }).status === 0;
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
    kill: () => void succeeds(['kill', name], engineTimeoutMs),
  };
}
