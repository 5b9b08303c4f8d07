import type { Database } from '@parley/service-kit/database';
import { personasOf } from '@parley/testkit';

import { age } from './age.ts';
import { copyRequest } from './due-clocks.ts';
import type { Replica } from './replicas.ts';
import { insertRequests, keepTeammate } from './rows.ts';
import { newRequestId } from './test-project.ts';

const hourMs = 3_600_000;
const note = 'Still open';
const reminder = 'Any news?';

interface DueWorkOptions {
  /** Clocks and snoozes of so many requests, messages of as many others, and timers of all. */
  count: number;
  maxLateMs?: number;
}

/** A project in which many things are due by themselves, all at one time: in an hour, until it comes nearer. */
export class DueWork {
  readonly projectId: string;
  readonly #db: Database;
  readonly #count: number;

  private constructor(db: Database, projectId: string, count: number) {
    this.#db = db;
    this.projectId = projectId;
    this.#count = count;
  }

  static async prepare(
    db: Database,
    replica: Replica,
    { count, maxLateMs = hourMs }: DueWorkOptions,
  ): Promise<DueWork> {
    const { projectId, grace, vera } = personasOf();
    await keepTeammate(db, projectId, { id: grace.id, firstname: 'Grace', role: 'admin' });
    const as = replica.as(grace);
    const ok = ({ status }: { status: number }) => expect(status).toBe(200);
    ok(await as.createSlaPolicy({}, { body: { name: 'All', targets: { default: { first_response: hourMs } } } }));
    const request_id = newRequestId(projectId);
    ok(await replica.as(vera).sendMessage({ request_id, text: 'Hello' }));
    ok(await as.snoozeRequest({ request_id }, { body: { in: hourMs, wake_on_reply: false } }));
    await copyRequest(db, projectId, count - 1);
    const at = new Date(Date.now() + hourMs).toISOString();
    for (const { request_id: other } of await insertRequests(db, projectId, Array(count).fill({})))
      ok(
        await as.scheduleMessage(
          { request_id: other },
          { body: { text: reminder, at, cancel_on: [], max_late: maxLateMs } },
        ),
      );
    const timer = { since: 'created', ms: hourMs } as const;
    const actions = [{ type: 'add_note', text: note }];
    ok(await as.createRule({}, { body: { name: 'Note', enabled: true, on: ['timer'], timer, actions } }));
    return new DueWork(db, projectId, count);
  }

  /** From now on it is due in so many seconds, or was due so long ago. */
  async comesDue(seconds: number): Promise<void> {
    await age({ db: this.#db }, this, hourMs / 1_000 - seconds);
  }

  /** How often each of its requests was breached, woken, noted, reminded; each with what does not belong there. */
  async expectDoneOnce(reminded: 'sent' | 'missed' = 'sent'): Promise<void> {
    const once = Array(this.#count).fill(1);
    const all = [...once, ...once];
    const { projectId } = this;
    const numbers = async (text: string) =>
      (await this.#db.query<{ count: number }>(text, [projectId])).map(({ count }) => count);
    const events = (type: string, more: string) =>
      numbers(`select count(*)::int as count from outbox o, lateral (select o.event::json->'data' as data) e
        where o.id_project = $1 and o.type = '${type}' and ${more} group by e.data->'request'->>'_id'`);
    const verbs = (verb: string) =>
      numbers(
        `select count(*)::int as count from request_history where id_project = $1 and verb = '${verb}' group by request`,
      );
    const reminders = `select (select count(*)::int from message m where m.id_project = s.id_project and m.request = s.request
        and m.text = '${reminder}') as count
      from scheduled_message s where s.id_project = $1 and s.state = '${reminded}'`;
    const notes = `select jsonb_array_length(notes) as count from request where id_project = $1 and notes @> '[{"text": "${note}"}]'`;
    expect({
      breached: await events('request.sla_breached', "e.data->'clock'->>'breached_at' = e.data->'clock'->>'due_at'"),
      breaches: await verbs('SLA_BREACHED'),
      woken: await events('request.woken', "e.data->>'cause' = 'time'"),
      wakings: await verbs('REQUEST_WAKE'),
      noted: await numbers(notes),
      runs: await numbers(`select count(*)::int as count from rule_run where id_project = $1 group by request`),
      ended: await events('message.unscheduled', `e.data->>'state' = '${reminded}'`),
      reminded: await numbers(reminders),
    }).toEqual({
      ...{ breached: once, breaches: once, woken: once, wakings: once, noted: all, runs: all, ended: once },
      reminded: reminded === 'sent' ? once : Array(this.#count).fill(0),
    });
  }

  /** When each breach and each waking was due and done by the database's clock, in ms, and how late its event says that it was. */
  lateness(): Promise<{ type: string; due: number; done: number; late: number }[]> {
    return this.#db.query(lateness, [this.projectId]);
  }
}

const lateness = `select o.type, (e.data->>'late')::float8 as late, extract(epoch from h.created_at)::float8 * 1000 as done,
    extract(epoch from coalesce(e.data->'clock'->>'due_at', e.data->'snooze'->>'until')::timestamptz)::float8 * 1000 as due
  from outbox o, lateral (select o.event::json->'data' as data) e, request_history h
  where o.id_project = $1 and h.id_project = o.id_project and h.request = e.data->'request'->>'_id'
    and (o.type, h.verb) in (('request.sla_breached', 'SLA_BREACHED'), ('request.woken', 'REQUEST_WAKE'))`;
