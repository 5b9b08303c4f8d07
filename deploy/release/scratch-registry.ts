import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, freePort } from '@parley/testkit';

import { run } from './run.ts';

const deadlineMs = 30_000;

/**
 * Runs an OCI registry on loopback for a while: `docker-registry`, as Debian names it, where it is installed, else a container.
 * @param use is given its address, `127.0.0.1:PORT`, to which Docker speaks without TLS
 */
export async function withScratchRegistry<T>(use: (address: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-registry-'));
  const address = `127.0.0.1:${await freePort()}`;
  const program = findProgram('docker-registry');
  const stop = await (program ? startProgram(program, folder, address) : startContainer(folder, address));
  try {
    await answers(address);
    return await use(address);
  } finally {
    await stop();
    await rm(folder, { recursive: true });
  }
}

async function startProgram(program: string, folder: string, address: string): Promise<() => Promise<void>> {
  const config = join(folder, 'config.json');
  const settings = {
    version: 0.1,
    log: { level: 'error', accesslog: { disabled: true } },
    storage: { filesystem: { rootdirectory: join(folder, 'data') } },
    http: { addr: address },
  };
  await writeFile(config, JSON.stringify(settings));
  const child = spawn(program, ['serve', config], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return () => {
    child.kill();
    return ended;
  };
}

async function startContainer(cwd: string, address: string): Promise<() => Promise<void>> {
  const id = (
    await run('docker', ['run', '--detach', '--rm', '--publish', `${address}:5000`, 'registry:2'], { cwd })
  ).trim();
  return async () => void (await run('docker', ['stop', id], { cwd }));
}

async function answers(address: string): Promise<void> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const response = await fetch(`http://${address}/v2/`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    );
    if (response?.ok) return;
    if (Date.now() > end) throw new Error(`The registry at ${address} does not answer.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
