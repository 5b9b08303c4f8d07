import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findProgram, freePort, type ServerProcess, startServer } from './server-process.ts';

/** A real S3 server on a port of its own, its data in a temporary folder: OpenStack Swift with its S3 API. */
export interface S3Server {
  url: string;
  accessKey: string;
  secretKey: string;
  region: string;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

const parts = ['account', 'container', 'object'] as const;
/** What its suite needs; see `describeWithProgram`. */
export const s3Program = 'swift-proxy-server';

/** @throws when the servers are not installed (Debian: swift-proxy swift-account swift-container swift-object memcached) */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-s3-'));
  const keys = { accessKey: 'parley:tester', secretKey: 'testing-only' };
  const servers: ServerProcess[] = [];
  const stop = async () => {
    for (const server of servers.reverse()) await server.kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const port = await startParts(folder, keys, servers);
    return { url: `http://127.0.0.1:${port}`, ...keys, region: 'us-east-1', stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Keys = Pick<S3Server, 'accessKey' | 'secretKey'>;

async function startParts(folder: string, keys: Keys, servers: ServerProcess[]): Promise<number> {
  await mkdir(join(folder, 'node', 'disk'), { recursive: true });
  await chmod(folder, 0o755);

  for (const part of parts) {
    const port = await freePort();
    await buildRing(folder, part, port);
    await writeFile(join(folder, `${part}.conf`), partConfig(folder, part, port));
    servers.push(await started(`swift-${part}-server`, [join(folder, `${part}.conf`)], `${port}/healthcheck`));
  }
  const cache = await freePort();
  servers.push(await started('memcached', ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(cache), '-U', '0']));
  const port = await freePort();
  await writeFile(join(folder, 'proxy.conf'), proxyConfig(folder, port, cache, keys));
  servers.push(await started(s3Program, [join(folder, 'proxy.conf')], `${port}/healthcheck`));
  return port;
}

async function started(name: string, args: string[], health?: string): Promise<ServerProcess> {
  const program = findProgram(name);
  if (program === undefined) throw new Error(`${name} is not installed.`);
  return startServer(program, args, async () => {
    const answer = health === undefined ? undefined : await fetch(`http://127.0.0.1:${health}`);
    if (answer && answer.status !== 200) throw new Error(`${name} answers ${answer.status}`);
  });
}

/** Where its one disk is; a ring is what Swift calls that. */
async function buildRing(folder: string, part: string, port: number): Promise<void> {
  const builder = join(folder, `${part}.builder`);
  const steps = [['create', '4', '1', '1'], ['add', `r1z1-127.0.0.1:${port}/disk`, '1'], ['rebalance']];
  for (const step of steps) await run('swift-ring-builder', [builder, ...step]);
}

async function run(name: string, args: string[]): Promise<void> {
  const program = findProgram(name);
  if (program === undefined) throw new Error(`${name} is not installed.`);
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    child.once('error', reject);
    // 1: done, with a warning.
    child.once('close', (code) => (code === 0 || code === 1 ? resolve() : reject(new Error(`${name}: ${code}`))));
  });
}

function common(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${process.env.USER ?? 'root'}
swift_dir = ${folder}
log_address = ${folder}/no-log
`;
}

function partConfig(folder: string, part: string, port: number): string {
  return `${common(folder, port)}devices = ${folder}/node
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = healthcheck ${part}-server
[filter:healthcheck]
use = egg:swift#healthcheck
[app:${part}-server]
use = egg:swift#${part}
`;
}

function proxyConfig(folder: string, port: number, cache: number, { accessKey, secretKey }: Keys): string {
  const plain = ['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'bulk', 'slo', 'dlo'];
  return `${common(folder, port)}[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${plain.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_${accessKey.replace(':', '_')} = ${secretKey} .admin
`;
}
