import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/** Official images of servers, by the program that runs in them. */
const images: Readonly<Record<string, string>> = {
  'nats-server': 'nats:2.10-alpine',
  'redis-server': 'redis:7',
  clamd: 'clamav/clamav:1.4',
  // In the place of Swift, as in docker-compose.yml.
  'swift-proxy-server': process.env.S3_IMAGE ?? 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
};

/** Of these no installed program is needed where a Docker engine answers. */
export const programsInContainers: readonly string[] = Object.keys(images);

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

interface ContainerOptions {
  /** That the program reads and writes. */
  folder: string;
  /** The port it listens at in the container, and the one it gets on this machine; default: the machine's network, program and folder as they are. */
  published?: { port: number; as: number; folder: string; env: Readonly<Record<string, string>> };
}

export function containerOf(program: string, { folder, published }: ContainerOptions): Container {
  const name = `parley-test-${randomBytes(6).toString('hex')}`;
  const account = ['--user', `${process.getuid?.()}:${process.getgid?.()}`];
  const place =
    published === undefined
      ? ['--network', 'host', '--volume', `${folder}:${folder}`, '--entrypoint', program]
      : [
          ...['--publish', `127.0.0.1:${published.as}:${published.port}`, '--volume', `${folder}:${published.folder}`],
          ...Object.entries(published.env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
        ];
  return {
    args: ['run', '--rm', '--name', name, ...account, ...place, images[program] ?? ''],
    kill: () => void succeeds(['kill', name], engineTimeoutMs),
  };
}
