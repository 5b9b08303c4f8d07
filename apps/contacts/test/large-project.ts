import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';

/** A connection without a tight timeout, for indexes of a large table on a busy machine. */
export function fillingDatabase(url: string): Promise<Database> {
  const log = createLogger({ service: 'test', level: 'silent' });
  const limits = { statementMs: 200_000, transactionMs: 200_000 };
  return connectDatabase({ url, service: 'test', log, poolSize: 1, limits });
}

/** Fills a project with leads by plain SQL; the fields of each follow from its number. */
export async function fillProject(db: Pick<Database, 'query'>, projectId: string, leads: number): Promise<void> {
  // Creating the indexes afterwards is faster than updating them row by row.
  const indexes = leads > part ? await db.query<{ indexname: string; indexdef: string }>(secondary) : [];
  for (const { indexname } of indexes) await db.query(`drop index "${indexname}"`);
  // In batches, so that no statement runs long, even on a busy machine.
  for (let from = 0; from < leads; from += part)
    await db.query(insert, [projectId, from, Math.min(from + part, leads) - 1]);
  for (const { indexdef } of indexes) await db.query(indexdef);
  await db.query('vacuum analyze lead');
}

const part = 10_000;
const secondary = `select indexname, indexdef from pg_indexes where tablename = 'lead' and indexname !~ '_key$|_pkey$'`;

// One in ten has no name, one in seven no address; seven share each moment. The note makes an export large.
const insert = `insert into lead (id_project, id, lead_id, fullname, email, phone, company, note, attributes, properties, tags, status,
    created_by, created_at, updated_at)
  select $1, lpad(to_hex(n), 24, '0'), 'crm-' || n,
    case when n % 10 > 0 then 'Name' || n % 10 || ' Family' || n % 997 end,
    case when n % 7 > 0 then 'lead' || n || '@mail.example' end, '+39 041 ' || n, 'Company ' || n % 500, repeat('=note; "' || n % 10, 100),
    jsonb_build_object('plan', (array['free', 'silver', 'gold'])[n % 3 + 1], 'branch', n % 100),
    jsonb_build_object('campaign', 'c' || n % 500), array['t' || n % 20, 'u' || n % 1000],
    case when n % 50 = 0 then 1000 when n % 25 = 1 then 50 else 100 end, 'system',
    timestamptz '2026-01-01' + n / 7 * interval '1 s', timestamptz '2026-01-01' + n * 37 % 1009 * interval '1 s'
  from generate_series($2::int, $3::int) n`;
