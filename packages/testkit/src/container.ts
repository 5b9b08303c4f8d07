import { userInfo } from 'node:os';

import { withTimeout } from '@parley/service-kit/concurrency';
import type { GenericContainer } from 'testcontainers';

import { type ServerProcess, untilReady } from './ready.ts';

/** Official images of servers, by the program that runs in them. */
const images: Readonly<Record<string, string>> = {
  'nats-server': 'nats:2.10-alpine',
  'redis-server': 'redis:7',
  clamd: 'clamav/clamav:1.4',
  // In the place of Swift, as in docker-compose.yml.
  'swift-proxy-server': process.env.S3_IMAGE ?? 'versity/versitygw:v1.8.0',
};

/** Of these no installed program is needed where a Docker engine answers. */
export const programsInContainers: readonly string[] = Object.keys(images);

/** Environment variable: the programs that this run has containers of, which `offerContainers` finds out once for all workers. */
export const offeredVariable = 'PARLEY_TEST_CONTAINERS';
/** Testcontainers' own: removes what a run that was killed leaves behind. */
const reaper = 'testcontainers/ryuk:0.14.0';

const engineTimeoutMs = 10_000;
const pullTimeoutMs = 120_000;
const stopTimeoutMs = 10_000;
const silent = 'The Docker engine does not answer.';

/** Whether `offerContainers` has found an engine that runs the program. */
export function hasContainer(program: string): boolean {
  return (process.env[offeredVariable] ?? '').split(',').includes(program);
}

/**
 * Finds out which of these programs a Docker engine runs, and pulls their images: without a registry there may be none. A variable that is
 * set already, also to the empty text, is left as it is.
 */
export async function offerContainers(programs: readonly string[]): Promise<void> {
  if (process.env[offeredVariable] !== undefined) return;
  const offered: string[] = [];
  const engine = programs.length > 0 ? await findEngine() : undefined;
  for (const program of programs) if (await engine?.hasImage(images[program] ?? '')) offered.push(program);
  if (offered.length > 0 && !(await engine?.hasImage(reaper))) process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  process.env[offeredVariable] = offered.join(',');
}

async function findEngine(): Promise<{ hasImage(name: string): Promise<boolean> } | undefined> {
  if (process.platform !== 'linux') return undefined;
  // Loaded by the runs that need it alone.
  const { getContainerRuntimeClient, ImageName } = await import('testcontainers');
  const client = await withTimeout(getContainerRuntimeClient(), engineTimeoutMs, silent).catch(() => undefined);
  return (
    client && {
      async hasImage(name) {
        const image = ImageName.fromString(name);
        try {
          if (await withTimeout(client.image.exists(image), engineTimeoutMs, silent)) return true;
          await withTimeout(client.image.pull(image), pullTimeoutMs, silent);
          return await withTimeout(client.image.exists(image), engineTimeoutMs, silent);
        } catch {
          return false;
        }
      },
    }
  );
}

/** How a program is like one of this machine. */
export interface ContainerOptions {
  args: readonly string[];
  /** That the program reads and writes; at the same path, unless published. */
  folder: string;
  ready: () => Promise<unknown>;
  /** The port it listens at in the container, and the one it gets on this machine; default: the machine's network, program and folder as they are. */
  published?: { port: number; as: number; folder: string; env: Readonly<Record<string, string>> };
}

/**
 * Starts a container of a program and waits until `ready` does not throw.
 * @throws as `startServer`, and when no Docker engine answers
 */
export async function startContainer(program: string, options: ContainerOptions): Promise<ServerProcess> {
  const { getContainerRuntimeClient, GenericContainer: Container } = await import('testcontainers');
  const { uid, gid } = userInfo();
  let over = false;
  let output = '';
  const container = await placed(new Container(images[program] ?? ''), program, options)
    .withUser(`${uid}:${gid}`)
    .withCommand([...options.args])
    .withLogConsumer((lines) =>
      lines
        .on('data', (chunk: Buffer) => {
          output = (output + chunk.toString()).slice(-2_000);
        })
        .on('end', () => {
          over = true;
        }),
    )
    .start();
  const remove = async () => void (await container.stop({ timeout: stopTimeoutMs }));
  const kill = async () => {
    const { container: client } = await getContainerRuntimeClient();
    await client.getById(container.getId()).kill({ signal: 'SIGKILL' });
    await remove();
  };
  await untilReady(options.ready, () => over).catch(async (error) => {
    await remove();
    throw error;
  });
  if (!over) return { stop: remove, kill };
  await remove();
  throw new Error(`${program} has ended: ${output}`);
}

function placed(
  container: GenericContainer,
  program: string,
  { folder, published }: ContainerOptions,
): GenericContainer {
  if (published === undefined)
    return container
      .withNetworkMode('host')
      .withEntrypoint([program])
      .withBindMounts([{ source: folder, target: folder }]);
  return container
    .withExposedPorts({ container: published.port, host: published.as })
    .withEnvironment(published.env)
    .withBindMounts([{ source: folder, target: published.folder }]);
}
