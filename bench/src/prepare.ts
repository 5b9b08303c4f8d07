import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLogger, migrate } from '@parley/service-kit';
import { startEmbeddedPostgres } from '@parley/service-kit/embedded';
import pg from 'pg';

import { cpuSeconds, familyOf } from './cpu.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const conversationsSchema = new URL('../../apps/conversations/prisma/', import.meta.url);
const copiedTables = [
  'request',
  'request_head',
  'message',
  'copy_project',
  'copy_teammate',
  'copy_department',
  'copy_lead',
];
const messagesPerTalk = 50;
const otherRequests = 300;

/** One visitor in one request of his own. */
export interface Talk {
  /** `/v3/<project>/requests/<request_id>` */
  path: string;
  visitorToken: string;
}

interface Side {
  url: string;
  pid: number;
  /** Address of its inspector, if asked for. */
  inspector?: string;
}

/** Both sides, running on one PostgreSQL with the same rows. */
export interface Stage {
  mesh: Side;
  baseline: Side;
  projectId: string;
  ownerToken: string;
  talks: Talk[];
  databaseCpu(): number;
  /** Cleans both databases and renews their statistics, so that no scenario pays for the one before it. */
  tidy(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL with durable commits, the mesh and the baseline, and gives both the same requests and messages. */
export async function prepare({ connections, profile }: { connections: number; profile: boolean }): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres'), durable: true });
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children.reverse()) await end(child);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };

  try {
    const [workspace, conversations, baselineDatabase] = ['workspace', 'conversations', 'baseline'].map((name) =>
      postgres.url(name),
    ) as [string, string, string];
    const mesh = await launch(children, 'apps/all-in-one/src/main.ts', {
      PORT: '0',
      PARLEY_DATA: join(folder, 'data'),
      DATABASE_URL_WORKSPACE: workspace,
      DATABASE_URL_CONVERSATIONS: conversations,
      DEMO: 'false',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      RATE_LIMIT_FACTOR: '1000000',
      AUTH_LIMIT_FACTOR: '1000000',
      ...(profile && { NODE_OPTIONS: '--inspect=127.0.0.1:0' }),
    });
    const content = await fill(mesh.url, connections);
    await migrate({
      url: baselineDatabase,
      folder: conversationsSchema,
      log: createLogger({ service: 'bench', level: 'silent' }),
    });
    await copyRows(conversations, baselineDatabase);
    const baseline = await launch(children, 'bench/src/baseline.ts', { DATABASE_URL: baselineDatabase });
    return {
      ...{ mesh, baseline, stop },
      ...content,
      databaseCpu: () => cpuSeconds(familyOf(postgres.pid)),
      tidy: async () => {
        for (const url of [workspace, conversations, baselineDatabase]) await vacuum(url);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The process tells its address in its first line that holds one, that of its inspector before. */
async function launch(children: ChildProcess[], main: string, env: Record<string, string>): Promise<Side> {
  const child = spawn(process.execPath, [main], {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let inspector: string | undefined;
  child.stderr.on('data', (text: Buffer) => {
    inspector ??= /ws:\/\/\S+/.exec(text.toString())?.[0];
    if (!env.NODE_OPTIONS) process.stderr.write(text);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${main} ended with ${code}`)));
    child.stdout.on('data', (text: Buffer) => {
      const found = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(text.toString());
      if (found) resolve(found[0]);
    });
  });
  return { url: url.replace('localhost', '127.0.0.1'), pid: child.pid ?? 0, inspector };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

async function fill(url: string, connections: number): Promise<Pick<Stage, 'projectId' | 'ownerToken' | 'talks'>> {
  const owner = { email: `${randomUUID()}@example.com`, password: randomUUID() };
  await call(url, 'POST', '/v3/auth/signup', undefined, { ...owner, firstname: 'Ada', lastname: 'Example' });
  const { token: ownerToken } = await call<{ token: string }>(url, 'POST', '/v3/auth/signin', undefined, owner);
  const { _id: projectId } = await call<{ _id: string }>(url, 'POST', '/v3/projects', ownerToken, { name: 'Bench' });

  const talks: Talk[] = [];
  for (let index = 0; index < connections; index++) {
    const { token } = await call<{ token: string }>(url, 'POST', '/v3/auth/signinAnonymously', undefined, {
      id_project: projectId,
      firstname: `Visitor ${index}`,
    });
    talks.push({ path: pathOf(projectId), visitorToken: token });
  }
  await Promise.all(
    talks.map(async ({ path, visitorToken }, index) => {
      for (let seq = 1; seq <= messagesPerTalk; seq++)
        await call(url, 'POST', `${path}/messages`, visitorToken, { text: `Message ${seq} of a conversation.` });
      for (let other = index; other < otherRequests; other += connections)
        await call(url, 'POST', `${pathOf(projectId)}/messages`, visitorToken, { text: `Request ${other}` });
    }),
  );
  return { projectId, ownerToken, talks };
}

function pathOf(projectId: string): string {
  return `/v3/${projectId}/requests/support-group-${projectId}-${randomUUID().replaceAll('-', '')}`;
}

async function call<T = unknown>(
  url: string,
  method: string,
  path: string,
  token: string | undefined,
  body: object,
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  if (response.status !== 200)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function copyRows(from: string, to: string): Promise<void> {
  const [source, target] = [new pg.Client(from), new pg.Client(to)];
  await Promise.all([source.connect(), target.connect()]);
  try {
    for (const table of copiedTables) {
      const { rows } = await source.query<{ rows: string }>(
        `select coalesce(json_agg(t), '[]')::text as rows from "${table}" t`,
      );
      await target.query(`insert into "${table}" select * from json_populate_recordset(null::"${table}", $1)`, [
        rows[0]?.rows,
      ]);
    }
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum analyze').finally(() => client.end());
}
