import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import { migrate } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import pg from 'pg';

import { minimalSchema } from '../baseline/minimal-tables.ts';
import { end, launch } from '../processes.ts';
import { type Side, usageOf, Watched } from './side.ts';

const conversationsSchema = new URL('../../../apps/conversations/prisma/', import.meta.url);

/** Rows of one table of conversations, and where they go. */
type Copy = { from: string; to: string };

interface Baseline {
  prepare(url: string): Promise<unknown>;
  copies: readonly Copy[];
  /** Deletes what has begun after `$1`. */
  forget: string;
}

const baselines: Record<string, Baseline> = {
  parley: {
    prepare: (url) =>
      migrate({ url, folder: conversationsSchema, log: createLogger({ service: 'bench', level: 'silent' }) }),
    copies: [
      ...['request', 'request_head', 'message', 'ticket_counter'],
      ...['copy_project', 'copy_teammate', 'copy_department', 'copy_lead'],
    ].map((table) => ({ from: `select * from "${table}" where id_project = $1`, to: table })),
    forget: `with gone as (delete from request where created_at > $1 returning id_project, id),
        heads as (delete from request_head h using gone where h.id_project = gone.id_project and h.id = gone.id)
      delete from message m using gone where m.id_project = gone.id_project and m.request = gone.id`,
  },
  minimal: {
    prepare: (url) => onDatabase(url, (client) => client.query(minimalSchema)),
    copies: [
      {
        from: `select r.id_project as project, r.request_id as id, r.requester, r.status, r.created_at, h.last_seq, to_json(r) as body
          from request r join request_head h using (id_project, id) where r.id_project = $1`,
        to: 'conversation',
      },
      {
        from: `select m.id_project as project, r.request_id as conversation, m.seq, m.id, m.sender, m.created_at, m.text, m.attributes
          from message m join request r on r.id_project = m.id_project and r.id = m.request where m.id_project = $1`,
        to: 'message',
      },
    ],
    forget: `with gone as (delete from conversation where created_at > $1 returning project, id)
      delete from message m using gone where m.project = gone.project and m.conversation = gone.id`,
  },
};
export const baselineNames = Object.keys(baselines);

/**
 * Starts a baseline on a PostgreSQL of its own with the settings of `npm start`, and gives it the rows of a project.
 * @param source the database of conversations
 */
export async function startBaseline(
  folder: string,
  tables: string,
  { source, projectId }: { source: pg.Client; projectId: string },
): Promise<Side> {
  const baseline = baselines[tables];
  if (!baseline) throw new Error(`There is no baseline of ${tables} tables.`);
  const { prepare, copies, forget } = baseline;
  const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, `${tables}-tables`), durable: true });
  const children: ChildProcess[] = [];
  const url = postgres.url('baseline');
  await onDatabase(postgres.url('postgres'), (client) => client.query('create database baseline'));
  await prepare(url);
  await onDatabase(url, async (target) => {
    for (const copy of copies) await copyRows(source, target, copy, projectId);
  });
  const filledAt = new Date();
  const server = await launch(children, 'bench/src/baseline/server.ts', { DATABASE_URL: url, TABLES: tables });
  const database = await Watched.open(postgres.url, false);
  return {
    ...{ name: `${tables} tables`, url: server.url, database },
    usage: () => usageOf(server.pid, postgres.pid, database),
    tidy: async () => {
      const { rowCount } = await database.client('baseline').query(forget, [filledAt]);
      if (rowCount) await database.vacuum();
    },
    stop: async () => {
      await database.close();
      for (const child of children) await end(child);
      await postgres.stop();
    },
  };
}

async function copyRows(source: pg.Client, target: pg.Client, { from, to }: Copy, projectId: string): Promise<void> {
  const { rows } = await source.query<{ rows: string }>(
    `select coalesce(json_agg(t), '[]')::text as rows from (${from}) t`,
    [projectId],
  );
  await target.query(`insert into "${to}" select * from json_populate_recordset(null::"${to}", $1)`, [rows[0]?.rows]);
}

async function onDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await work(client).finally(() => client.end());
}
