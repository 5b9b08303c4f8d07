import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { S3Server } from './s3-server.ts';
import { findProgram, freePort, startServer } from './server-process.ts';

export const versityProgram = 'versitygw';

/** Versity's S3 gateway on a folder: what docs/decisions/0018 recommends. @throws when it is not installed */
export async function startVersityServer(): Promise<Omit<S3Server, 'kill' | 'start'>> {
  const program = findProgram(versityProgram);
  if (program === undefined) throw new Error(`${versityProgram} is not installed.`);
  const folder = await mkdtemp(join(tmpdir(), 'parley-versity-'));
  const [objects, port] = [join(folder, 'objects'), await freePort()];
  await mkdir(objects);
  const keys = { accessKey: 'tester', secretKey: 'testing-only' };
  const url = `http://127.0.0.1:${port}`;
  const ready = async () => {
    const { status } = await fetch(`${url}/health`);
    if (status !== 200) throw new Error(`${versityProgram} answers ${status}`);
  };
  const env = { ...process.env, ROOT_ACCESS_KEY: keys.accessKey, ROOT_SECRET_KEY: keys.secretKey };
  const args = ['--port', `127.0.0.1:${port}`, '--health', '/health', '--quiet', 'posix', objects];
  try {
    const server = await startServer(program, args, ready, env);
    const stop = async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    };
    return { url, ...keys, region: 'us-east-1', stop };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
