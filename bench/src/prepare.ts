import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, migrate } from '@parley/service-kit';
import { startEmbeddedPostgres } from '@parley/service-kit/embedded';
import pg from 'pg';

import { cpuSeconds, familyOf } from './cpu.ts';
import { call, end, launch, meshSettings, type Side, vacuum } from './processes.ts';

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
      PARLEY_DATA: join(folder, 'data'),
      DATABASE_URL_WORKSPACE: workspace,
      DATABASE_URL_CONVERSATIONS: conversations,
      ...meshSettings,
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
