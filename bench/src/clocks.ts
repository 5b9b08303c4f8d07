import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

import { beginTalks, newRequestId, sendEvenly } from './even-sends.ts';
import { onOwnMesh } from './own-mesh.ts';
import { ms, type Place } from './place.ts';
import { call } from './processes.ts';

export interface ClocksOptions {
  /** Open clocks. */
  clocks: number;
  projects: number;
  /** Clocks that fall due a second. */
  rate: number;
  /** Messages a second beside them. */
  sends: number;
  seconds: number;
}

const yearMs = 31_536_000_000;
const office = [{ start: '09:00', end: '17:00' }];
const goalMs = 2_000;
/** After the last due time; what has not fired by then is missing. */
const patienceMs = 30_000;
const goalOfHoursMs = 600_000;
const followMs = 3_600_000;

/**
 * Open clocks of many projects, of which some fall due each second, beside messages: how late they fire, and what sends take. Then the
 * hours of all projects change: how long it takes until all due times follow.
 */
export async function clocks({ clocks: count, projects, rate, sends, seconds }: ClocksOptions): Promise<void> {
  const env = { MAX_OWNED_PROJECTS: String(projects + 1) };
  await onOwnMesh({ apart: ['conversations'], env }, async (place) => {
    const database = new pg.Client(place.databaseUrl('conversations'));
    await database.connect();
    try {
      const talks = await beginTalks(place);
      const alone = await sendEvenly(place, talks, { rate: sends, seconds: Math.min(seconds, 60) });
      const names = await fill(place, database, { count, projects });
      const dueCount = Math.min(count, rate * seconds);
      const started = await makeDue(database, dueCount, rate);
      await delay(Math.max(0, started - Date.now()));
      const beside = await sendEvenly(place, talks, { rate: sends, seconds });
      const late = await lateness(database, started, dueCount);
      const p999 = ms(late, 0.999);
      console.table({
        [`${count.toLocaleString('en')} clocks of ${projects} projects, ${rate} due a second`]: {
          ...{ due: dueCount, fired: late.length, 'p50 ms': ms(late, 0.5), 'p99 ms': ms(late, 0.99), 'p99.9 ms': p999 },
          [`p99.9 <= ${goalMs}`]: p999 <= goalMs && late.length === dueCount ? '' : 'missed',
        },
      });
      const p99 = { alone: ms(alone, 0.99), beside: ms(beside, 0.99) };
      console.table({
        [`${sends} sends a second`]: {
          ...{ 'alone p50 ms': ms(alone, 0.5), p99: p99.alone, 'beside p50 ms': ms(beside, 0.5), 'p99 ms': p99.beside },
          'p99 within 20 %': p99.beside <= 1.2 * p99.alone ? '' : 'missed',
        },
      });

      const over = new AbortController();
      const sending = sendEvenly(place, talks, { rate: sends, seconds: followMs / 1_000, over: over.signal });
      const took = await changeHours(place, database, names).finally(() => over.abort());
      const meanwhile = ms(await sending, 0.99);
      console.table({
        'changed hours': {
          ...{
            'until all due times follow, s': Math.round(took / 1_000),
            'clocks/s': Math.round((count * 1_000) / took),
          },
          ...{ [`<= ${goalOfHoursMs / 1_000} s`]: took <= goalOfHoursMs ? '' : 'missed', 'sends p99 ms': meanwhile },
          'p99 within 20 %': meanwhile <= 1.2 * p99.alone ? '' : 'missed',
        },
      });
    } finally {
      await database.end();
    }
  });
}

/** One conversation of each project begins through the API; the others are copies of its rows. */
async function fill(
  place: Place,
  database: pg.Client,
  { count, projects }: { count: number; projects: number },
): Promise<string[]> {
  const { url, token } = place;
  const policy = { name: 'Everyone', hours: 'project', targets: { default: { first_response: yearMs } } };
  const names: string[] = [];
  for (let nth = 0; nth < projects; nth++) {
    const { _id } = await call<{ _id: string }>(url, 'POST', '/v3/projects', token, { name: `Project ${nth}` });
    await call(url, 'POST', `/v3/${_id}/sla_policies`, token, policy);
    const guest = { id_project: _id, firstname: 'Vera' };
    const visitor = await call<{ token: string }>(url, 'POST', '/v3/auth/signinAnonymously', undefined, guest);
    const path = `/v3/${_id}/requests/${newRequestId(_id)}/messages`;
    await call(url, 'POST', path, visitor.token, { text: 'Where is my parcel?' });
    names.push(_id);
  }
  const copies = Math.max(0, Math.ceil(count / projects) - 1);
  await database.query('set synchronous_commit = off');
  // Without triggers: what they keep is copied, and counts of open requests are not looked at here.
  await database.query('set session_replication_role = replica');
  for (const [nth, projectId] of names.entries()) {
    for (const [table, ids] of Object.entries(copied)) {
      await database.query(
        `insert into ${table} select copy.* from ${table} t cross join generate_series(1, $2) n
           cross join lateral jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${ids})) copy where t.id_project = $1`,
        [projectId, copies],
      );
    }
    if ((nth + 1) % 20 === 0) console.log(`${nth + 1} of ${projects} projects are filled`);
  }
  await database.query('reset session_replication_role');
  await database.query('vacuum analyze');
  return names;
}

const tasks = `select count(*)::int as known, count(*) filter (where done_at is null)::int as waiting
  from task where kind = 'judge-service-levels'`;

/** @returns ms from the first project that changes its hours until the due times of all follow */
async function changeHours({ url, token }: Place, database: pg.Client, projects: readonly string[]): Promise<number> {
  const count = async () => (await database.query<{ known: number; waiting: number }>(tasks)).rows[0];
  const before = (await count())?.known ?? 0;
  const began = Date.now();
  const operatingHours = JSON.stringify({
    tzname: 'UTC',
    ...Object.fromEntries([1, 2, 3, 4, 5].map((day) => [day, office])),
  });
  for (const id of projects)
    await call(url, 'PUT', `/v3/projects/${id}`, token, { activeOperatingHours: true, operatingHours });
  for (;;) {
    const { known = 0, waiting = 0 } = (await count()) ?? {};
    if (known - before >= projects.length && waiting === 0) return Date.now() - began;
    if (Date.now() - began > followMs) throw new Error('Due times do not follow the hours.');
    await delay(500);
  }
}

const copyOf = (column: string) => `'${column}', left(t.${column}, 16) || lpad(to_hex(n), 8, '0')`;

/** In which columns a copy of a row differs, by table. */
const copied = {
  request: `${copyOf('id')}, 'request_id', t.request_id || n, 'ticket_id', n + 1`,
  request_head: copyOf('id'),
  request_words: `${copyOf('request')}, 'pending', false`,
  service_level: copyOf('request'),
  clock: copyOf('request'),
};

/** Lets clocks of all projects in turn fall due from a while on, so many a second. @returns the first due time */
async function makeDue(database: pg.Client, count: number, rate: number): Promise<number> {
  const started = Date.now() + 15_000;
  await database.query(
    `create table due_clock as select id_project, request, $1::bigint + ((row_number() over (order by request, id_project) - 1) * 1000 / $2::int) as at
       from (select id_project, request from clock order by md5(request || id_project) limit $3) chosen`,
    [started, rate, count],
  );
  await database.query('create unique index on due_clock (id_project, request)');
  await database.query('begin');
  await database.query(
    `update service_level s set record = jsonb_set(s.record, '{clocks,0,dueAt}', to_jsonb(d.at)) from due_clock d
       where s.id_project = d.id_project and s.request = d.request`,
  );
  await database.query(
    `update request_head h set due_at = to_timestamp(d.at / 1000.0) from due_clock d where h.id_project = d.id_project and h.id = d.request`,
  );
  await database.query(
    `update clock c set wake_at = to_timestamp((d.at + 1) / 1000.0) from due_clock d where c.id_project = d.id_project and c.request = d.request`,
  );
  await database.query('commit');
  await database.query('vacuum analyze clock, service_level, request_head');
  return started;
}

/** From the due time of each clock to the commit of its breach, in ascending order. */
async function lateness(database: pg.Client, started: number, count: number): Promise<number[]> {
  for (const until = Date.now() + patienceMs; ; await delay(500)) {
    const { rows } = await database.query<{ late: number }>(
      `select extract(epoch from h.created_at) * 1000 - d.at as late from due_clock d
         join request_history h on h.id_project = d.id_project and h.request = d.request and h.verb = 'SLA_BREACHED'
         where h.created_at >= to_timestamp($1 / 1000.0) order by 1`,
      [started],
    );
    if (rows.length >= count || Date.now() > until) return rows.map(({ late }) => Number(late));
  }
}
