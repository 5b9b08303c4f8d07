import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startContainer } from './container.ts';
import type { ServerProcess } from './ready.ts';
import { findProgram, freePort, startServer } from './server-process.ts';

/** A real S3 server on a port of its own, its data in a temporary folder: OpenStack Swift with its S3 API, or else versitygw in a container. */
export interface S3Server {
  url: string;
  accessKey: string;
  secretKey: string;
  region: string;
  /** SIGKILL; the data stays. */
  kill(): Promise<void>;
  /** On the same port, with what data there is. */
  start(): Promise<void>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

const parts = ['account', 'container', 'object'] as const;
/** What its suite needs; see `describeWithProgram`. */
export const s3Program = 'swift-proxy-server';

/** @throws when there are neither the servers (Debian: swift-proxy swift-account swift-container swift-object memcached) nor Docker */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-s3-'));
  const keys = { accessKey: 'parley:tester', secretKey: 'testing-only' };
  const servers: ServerProcess[] = [];
  const kill = async () => {
    await Promise.all(servers.splice(0).map((server) => server.kill()));
  };
  const stop = async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const port = await freePort();
    const starters =
      findProgram(s3Program) === undefined
        ? [() => startVersity(folder, port, keys)]
        : await configured(folder, port, keys);
    const start = async () => {
      if (servers.length > 0) return;
      const starting = await Promise.allSettled(starters.map((starter) => starter()));
      for (const each of starting) if (each.status === 'fulfilled') servers.push(each.value);
      for (const each of starting) {
        if (each.status === 'fulfilled') continue;
        // Half a server is none.
        await kill();
        throw each.reason;
      }
    };
    await start();
    return { url: `http://127.0.0.1:${port}`, ...keys, region: 'us-east-1', kill, start, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Keys = Pick<S3Server, 'accessKey' | 'secretKey'>;

/** One of its servers, ready to be started. */
interface Program {
  name: string;
  args: string[];
  port: number;
}

async function startVersity(folder: string, port: number, { accessKey, secretKey }: Keys): Promise<ServerProcess> {
  const env = { ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey };
  const published = { port: 9_000, as: port, folder: '/data', env };
  const ready = async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}`);
    if (status >= 500) throw new Error(`versitygw answers ${status}`);
  };
  return startContainer(s3Program, {
    args: ['--port', ':9000', '--quiet', 'posix', '/data'],
    folder,
    ready,
    published,
  });
}

async function configured(folder: string, port: number, keys: Keys): Promise<(() => Promise<ServerProcess>)[]> {
  await mkdir(join(folder, 'node', 'disk'), { recursive: true });
  await chmod(folder, 0o755);
  const programs: Program[] = [];
  const program = async (part: string, port: number, config: string): Promise<Program> => {
    const file = join(folder, `${part}.conf`);
    await writeFile(file, config);
    return { name: `swift-${part}-server`, args: [file], port };
  };
  const ports = new Map<string, number>();
  for (const part of parts) {
    const own = await freePort();
    ports.set(part, own);
    programs.push(await program(part, own, partConfig(folder, part, own)));
  }
  await buildRings(folder, ports);
  const cache = await freePort();
  const memory = ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(cache), '-U', '0'];
  programs.push({ name: 'memcached', args: memory, port: cache });
  programs.push(await program('proxy', port, proxyConfig(folder, port, cache, keys)));
  return programs.map((each) => () => started(each));
}

async function started({ name, args, port }: Program): Promise<ServerProcess> {
  const program = findProgram(name);
  if (program === undefined) throw new Error(`${name} is not installed.`);
  return startServer(program, args, async () => {
    if (name === 'memcached') return;
    const answer = await fetch(`http://127.0.0.1:${port}/healthcheck`);
    if (answer.status !== 200) throw new Error(`${name} answers ${answer.status}`);
  });
}

/** Where the one disk of each part is; a ring is what Swift calls that. By one program for all: each takes longer to load than to work. */
const ringProgram = `
import sys
from swift.common.ring import RingBuilder
for argument in sys.argv[2:]:
    part, port = argument.split('=')
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(f'{sys.argv[1]}/{part}.ring.gz')
`;

async function buildRings(folder: string, ports: ReadonlyMap<string, number>): Promise<void> {
  const builder = findProgram('swift-ring-builder');
  if (builder === undefined) throw new Error('swift-ring-builder is not installed.');
  // Its own Python, which has Swift's modules.
  const [, python = ''] = /^#! *(\S+)/.exec(await readFile(builder, 'utf8')) ?? [];
  const parts = [...ports].map(([part, port]) => `${part}=${port}`);
  await promisify(execFile)(python, ['-c', ringProgram, folder, ...parts]);
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
