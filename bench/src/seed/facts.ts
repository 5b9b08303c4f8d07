import pg from 'pg';

import { addParticipationsSql } from '../../../apps/analytics/src/conversation/participation.sql.ts';
import {
  addHistogramSql,
  addRollupsSql,
  addTalliesSql,
  histogramSql,
  rollupsSql,
  talliesSql,
} from '../../../apps/analytics/src/rollup/rollup.sql.ts';
import { quarterSql } from '../../../apps/analytics/src/rollup/sums.sql.ts';

export interface FactPlan {
  projects: readonly { projectId: string; requests: number }[];
  /** Of each request. */
  messages: number;
  /** Who takes part, in turns. */
  agents: readonly string[];
}

/** So many parts of the year are filled one after the other, each with what happened then in all projects. */
const parts = 20;
const tables = ['request_fact', 'message_fact', 'activity'];

/**
 * Fills the facts of analytics with a year of conversations, and the rollups by the statements of the service itself. Indexes are
 * rebuilt, and keys filled in their order, which is faster than adding to them. Rows lie as they would have come: those of
 * several projects among each other.
 */
export async function seedFacts(url: string, { projects, messages, agents }: FactPlan): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`);
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where tablename = any($1) and indexname not like '%_pkey'`,
      [tables],
    );
    for (const { indexname } of indexes) await client.query(`drop index "${indexname}"`);
    for (let part = 0; part < parts; part++) {
      const first = projects.map(({ requests }) => Math.floor((requests * part) / parts));
      const last = projects.map(({ requests }) => Math.floor((requests * (part + 1)) / parts) - 1);
      const plan = [projects.map(({ projectId }) => projectId), first, last, projects.map(({ requests }) => requests)];
      await client.query(insertRequests, [...plan, agents]);
      await client.query(insertMessages, [...plan, agents, messages]);
      await client.query(insertActivities, plan);
    }
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query(addParticipationsSql());
    await client.query(`insert into activity_agent (id_project, agent, created_at, id, verb)
      select id_project, unnest(agents), created_at, id, verb from activity order by 1, 2, 3, 4
      on conflict do nothing`);
    const facts = `(select *, ${quarterSql('created_at')} as quarter from request_fact where is_counted) f`;
    await client.query(addRollupsSql(rollupsSql(facts, '1')));
    await client.query(addHistogramSql(histogramSql(facts, '1')));
    await client.query(addTalliesSql(talliesSql(tally('messages', 'channel', 'is_received::int', 'message_fact'))));
    await client.query(addTalliesSql(talliesSql(tally('activities', 'verb', '0', 'activity'))));
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const tally = (metric: string, label: string, part: string, table: string) =>
  `(select id_project, '${metric}' as metric, ${label} as label, ${quarterSql('created_at')} as quarter,
    1 as total, ${part} as part from ${table})`;

const duration = `(60000 + (n::bigint * 7919 % 100003) * (n % 97 + 1))`;
const numbers = `unnest($1::text[], $2::int[], $3::int[], $4::int[]) as plan(project, first, last, requests)
  cross join lateral generate_series(plan.first, plan.last) n`;
const requestsOfNumbers = `${numbers} join request_fact f on f.id_project = plan.project and f.id = lpad(to_hex(n), 24, '0')`;

// Spread over the last year; one in nine is still open, one in five has a bot.
const insertRequests = `insert into request_fact (id_project, id, request_id, version, is_counted, created_at, told_at, department,
    channel, status, has_bot, participants, tags, waiting_ms, duration_ms, duration_class, rating)
  select project, lpad(to_hex(n), 24, '0'), 'support-group-' || project || '-' || n, 3, true, at, at,
    (array['64b000000000000000000001', '64b000000000000000000002', '64b000000000000000000003', ''])[n % 4 + 1],
    (array['chat21', 'email', 'whatsapp'])[n % 3 + 1], case when n % 9 = 0 then 200 else 1000 end, n % 5 = 0,
    array[($5::text[])[n % cardinality($5::text[]) + 1]], case when n % 10 = 0 then array['t' || n % 40] else '{}' end,
    case when n % 4 > 0 then n::bigint * 31 % 900000 end, case when n % 9 > 0 then ${duration} end,
    case when n % 9 > 0 then floor(ln(1 + ${duration}) * 20) end, case when n % 3 = 0 then n % 6 end
  from ${numbers} cross join lateral (select now() - interval '365 days' * ((n + 1) / plan.requests::float8) as at) moment
  order by at`;

const insertMessages = `insert into message_fact (id_project, id, request, sender, channel, is_received, is_counted, created_at, told_at)
  select f.id_project, lpad(to_hex(n::bigint * 100 + m), 24, '0'), f.id,
    case when m % 2 = 0 then 'visitor-' || n else ($5::text[])[n % cardinality($5::text[]) + 1] end, f.channel, m % 2 = 0, true,
    f.created_at + m * interval '1 minute', f.created_at
  from ${requestsOfNumbers} cross join generate_series(1, $6::int) m order by f.created_at, m`;

const insertActivities = `insert into activity (id_project, id, created_at, verb, actor, target, agents)
  select f.id_project, lpad(to_hex(n::bigint * 4 + v), 24, '0'), f.created_at + v * interval '1 minute',
    (array['REQUEST_CREATE', 'REQUEST_ASSIGNED_AUTO', 'REQUEST_CLOSE'])[v],
    jsonb_build_object('type', 'user', 'id', f.participants[1], 'name', 'Ada Example'),
    jsonb_build_object('type', 'request', 'id', f.id, 'object', jsonb_build_object('_id', f.id, 'first_text', 'Hello')),
    array[f.participants[1], f.id]
  from ${requestsOfNumbers} cross join generate_series(1, 3) v order by f.created_at, v`;
