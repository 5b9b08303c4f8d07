import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

import { treeCpuSeconds } from './cpu.ts';
import { beginTalks, sendEvenly } from './even-sends.ts';
import { type OwnMesh, onOwnMesh } from './own-mesh.ts';
import { ms } from './place.ts';
import { call } from './processes.ts';

export interface RulesOptions {
  /** Events a second. */
  rate: number;
  seconds: number;
}

const rules = 100;
/** A rule is suppressed after 20 runs on a request in ten minutes, and suspended after 10,000 in an hour. */
const runsEach = 15;
const maxRuns = 9_000;
const hourMs = 3_600_000;
/** Timers that come due, and in how long. */
const timers = { rate: 20, seconds: 20 };
const goalMs = 1_000;
const timerGoalMs = 2_000;
/** After the last event or due time; what has not run by then is missing. */
const patienceMs = 30_000;

/**
 * Messages at a steady rate in a project without rules, with a hundred that do not match, and when the last of them does: what sends cost,
 * and how long it takes from an event to the run. Then timers of all conversations fall due: how late each of them runs.
 */
export async function rulesAtWork({ rate, seconds }: RulesOptions): Promise<void> {
  if (rate * seconds > maxRuns) throw new RangeError(`At most ${maxRuns} events.`);
  await onOwnMesh({ apart: ['conversations'] }, async (place) => {
    const database = new pg.Client(place.databaseUrl('conversations'));
    await database.connect();
    try {
      const talks = await beginTalks(place, Math.ceil((rate * seconds) / runsEach));
      const send = async (during = seconds) => {
        const before = treeCpuSeconds(process.pid);
        const took = await sendEvenly(place, talks, { rate, seconds: during });
        const cpu = (treeCpuSeconds(process.pid) - before) * 1_000;
        const failed = took.filter((one) => !Number.isFinite(one)).length;
        return {
          'p50 ms': ms(took, 0.5),
          'p99 ms': ms(took, 0.99),
          failed,
          'processor, ms each': round(cpu / took.length),
        };
      };
      await send(Math.min(seconds, 10));
      const without = await send();
      for (let nth = 1; nth < rules; nth++)
        await make(place, {
          on: ['message.created'],
          filters: [{ field: 'tags', operator: 'contains', value: `none ${nth}` }],
        });
      const beside = await send();
      await make(place, {
        on: ['message.created'],
        filters: [{ field: 'message.text', operator: 'contains', value: 'Monday' }],
      });
      const matched = await send();
      console.table({
        'sends without rules': without,
        [`with ${rules - 1} that do not match`]: beside,
        [`with ${rules}, of which the last one matches`]: matched,
      });
      const sent = rate * seconds - matched.failed;
      report(`${rate} events a second, ${rules} rules`, await latencies(database, ofEvents, sent), sent, goalMs);
      const due = await makeDue(place, database);
      report('timers', await latencies(database, ofTimers, due), due, timerGoalMs);
    } finally {
      await database.end();
    }
  });
}

const round = (value: number): number => Number(value.toFixed(2));

async function make({ url, projectId, token }: OwnMesh, rule: object): Promise<void> {
  const actions = [{ type: 'add_note', text: 'Measured' }];
  await call(url, 'POST', `/v3/${projectId}/rules`, token, { name: 'Rule', enabled: true, actions, ...rule });
}

function report(name: string, found: number[], expected: number, goal: number): void {
  const p99 = ms(found, 0.99);
  console.table({
    [name]: {
      ...{ expected, ran: found.length, 'p50 ms': ms(found, 0.5), 'p99 ms': p99, 'most, ms': ms(found, 1) },
      [`p99 <= ${goal}`]: p99 <= goal && found.length === expected ? '' : 'missed',
    },
  });
}

/** A timer for every conversation, which fall due one after the other from a while on. @returns how many */
async function makeDue(place: OwnMesh, database: pg.Client): Promise<number> {
  await make(place, { on: ['timer'], timer: { since: 'created', ms: 24 * hourMs } });
  await database.query(
    `create table due_rule as select id_project, rule, request, clock_timestamp() + interval '5 s'
         + (row_number() over (order by md5(request)) - 1) * 1000 / $1::int * interval '1 ms' as due_at
       from rule_due order by md5(request) limit $2`,
    [timers.rate, timers.rate * timers.seconds],
  );
  const { rowCount } = await database.query(
    `update rule_due r set due_at = d.due_at from due_rule d
       where r.id_project = d.id_project and r.rule = d.rule and r.request = d.request`,
  );
  return rowCount ?? 0;
}

const late = (since: string) => `extract(epoch from h.created_at - ${since})::float8 * 1000 as late`;
const ran = `h.id_project = u.id_project and h.request = u.request and h.verb = 'RULE_RUN'
  and h.decision->>'run' = u.id and u.result = 'applied'`;
const ofEvents = `select ${late('o.created_at')} from rule_run u
  join outbox o on o.id_project = u.id_project and o.id = u.event join request_history h on ${ran}`;
const ofTimers = `select ${late('d.due_at')} from due_rule d
  join rule_run u on u.id_project = d.id_project and u.rule = d.rule and u.request = d.request join request_history h on ${ran}`;

/** From an event, or from a due time, to the change of its run, in ascending order. */
async function latencies(database: pg.Client, query: string, expected: number): Promise<number[]> {
  for (const until = Date.now() + patienceMs; ; await delay(500)) {
    const { rows } = await database.query<{ late: number }>(`${query} order by 1`);
    if (rows.length >= expected || Date.now() > until) return rows.map((row) => row.late);
  }
}
