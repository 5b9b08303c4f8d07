import pg from 'pg';

import { copyIn, copyLine } from './copy-in.ts';
import { Progress } from './progress.ts';
import { messageColumns, messageLines, requestRows, type SeedPlan, sharedRows } from './rows.ts';

const chunk = 2_500;

/** Fills the tables of conversations by COPY. Each part is one transaction that says how far it has come, so that a second run goes on. */
export async function seed(url: string, wanted: Omit<SeedPlan, 'until'>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await prepareTables(client);
    const { plan, next } = await planOf(client, wanted);
    const progress = new Progress(plan.requests + plan.messages, rowsUpTo(plan, next));
    for (let from = next; from < plan.requests; from += chunk) {
      const end = Math.min(from + chunk, plan.requests);
      await inTransaction(client, async () => {
        if (from === 0) await copyAll(client, sharedRows(plan));
        await copyAll(client, requestRows(plan, from, end));
        await copyIn(client, 'message', messageColumns, messagesBetween(plan, from, end));
        await client.query('update seed_progress set next = $2 where id_project = $1', [plan.projectId, end]);
      });
      progress.show(rowsUpTo(plan, end));
      // What is planned for empty tables, the look-ups of triggers among it, would read all of full ones.
      if (Number.isInteger(Math.log2(end / chunk))) await client.query('analyze request, request_head, copy_lead');
    }
    await indexWords(client, plan.projectId);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const rowsUpTo = ({ requests, messages }: SeedPlan, index: number): number =>
  index + Math.floor((index * messages) / requests);

async function prepareTables(client: pg.Client): Promise<void> {
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`);
  await client.query(
    `create table if not exists seed_progress (id_project text primary key, plan json not null, next integer not null)`,
  );
}

/** The plan of the run that this one goes on with, or a new one. @throws Error when another plan was begun in the project */
async function planOf(client: pg.Client, wanted: Omit<SeedPlan, 'until'>): Promise<{ plan: SeedPlan; next: number }> {
  const begun = { ...wanted, until: Date.now() - 60_000 };
  await client.query('insert into seed_progress values ($1, $2, 0) on conflict do nothing', [
    wanted.projectId,
    JSON.stringify(begun),
  ]);
  // The service then leaves their words to us.
  await client.query('insert into words_progress (id_project, until) values ($1, now()) on conflict do nothing', [
    wanted.projectId,
  ]);
  const { rows } = await client.query<{ plan: SeedPlan; next: number }>(
    'select plan, next from seed_progress where id_project = $1',
    [wanted.projectId],
  );
  const [known = { plan: begun, next: 0 }] = rows;
  const isSame = (['requests', 'messages', 'open'] as const).every((name) => known.plan[name] === wanted[name]);
  if (!isSame) throw new Error(`${wanted.projectId} was begun with another plan: ${JSON.stringify(known.plan)}`);
  return known;
}

function messagesBetween(plan: SeedPlan, from: number, end: number): string {
  let lines = '';
  for (let index = from; index < end; index++) lines += messageLines(plan, index);
  return lines;
}

async function copyAll(client: pg.Client, tables: Record<string, Record<string, unknown>[]>): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0] ?? {});
    const lines = rows.map((row) => copyLine(columns.map((column) => row[column])));
    if (rows.length > 0) await copyIn(client, table, columns, lines.join(''));
  }
}

const words = 'request_words_idx';

/** The words of all requests. Their index is rebuilt, which is faster than adding so many; it is left off while they are made. */
async function indexWords(client: pg.Client, projectId: string): Promise<void> {
  console.log('Indexing words …');
  const { rows } = await client.query<{ indexdef: string }>('select indexdef from pg_indexes where indexname = $1', [
    words,
  ]);
  await inTransaction(client, async () => {
    await client.query(`drop index if exists ${words}`);
    await client.query(
      `insert into request_words (id_project, request, about, said, seq, revision)
       select r.id_project, r.id,
         words_of(concat_ws(E'\\n', r.first_text, l.record->>'fullname', l.record->>'email'), 'B'),
         words_of(coalesce((select string_agg(m.text, E'\\n') from message m
           where m.id_project = r.id_project and m.request = r.id), ''), 'C'), h.last_seq, h.revision
       from request r join request_head h on h.id_project = r.id_project and h.id = r.id
       left join copy_lead l on l.id_project = r.id_project and l.id = r.lead_id
       where r.id_project = $1 on conflict do nothing`,
      [projectId],
    );
    await client.query(rows[0]?.indexdef ?? '');
  });
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
