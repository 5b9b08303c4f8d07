import type { Database } from '@parley/service-kit/database';

import type { RequestFact } from '../conversation/request-fact.ts';
import type { MessageFact } from '../message/message-fact.ts';
import type { RawClock } from '../service-level/clock-fact.ts';
import type { Reconciliation } from './reconciliation.ts';

export const rawTables = ['raw_request', 'raw_message', 'raw_clock'] as const;

type Run = Pick<Reconciliation, 'projectId' | 'id'>;

/** The only writer of `raw_request`, `raw_message` and `raw_clock`: copied records, for the duration of a run. */
export class RawRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async keepRequests({ projectId, id }: Run, facts: readonly RequestFact[]): Promise<void> {
    if (facts.length > 0) await this.#db.query(keepRequests, [projectId, id, JSON.stringify(facts)]);
  }

  async keepMessages({ projectId, id }: Run, facts: readonly (MessageFact & { isCounted: boolean })[]): Promise<void> {
    if (facts.length > 0) await this.#db.query(keepMessages, [projectId, id, JSON.stringify(facts)]);
  }

  async keepClocks({ projectId, id }: Run, clocks: readonly RawClock[]): Promise<void> {
    if (clocks.length > 0) await this.#db.query(keepClocks, [projectId, id, JSON.stringify(clocks)]);
  }

  async forget({ projectId, id }: Run): Promise<void> {
    for (const table of rawTables)
      await this.#db.query(`delete from ${table} where id_project = $1 and run = $2`, [projectId, id]);
  }
}

const keepRequests = {
  name: 'raw_requests_keep',
  text: `insert into raw_request (id_project, run, id, request_id, version, is_draft, is_counted, created_at, department,
      channel, status, has_bot, participants, tags, waiting_ms, duration_ms, duration_class, rating, priority, policy, survey, survey_answered)
    select $1, $2, id, "requestId", version, "isDraft", "isCounted", "createdAt", department, channel, status, "hasBot",
      array(select json_array_elements_text(participants)), array(select json_array_elements_text(tags)), "waitingMs",
      "durationMs", "durationClass", rating, priority, policy, survey, "surveyAnswered"
    from json_to_recordset($3::json) as facts(id text, "requestId" text, version int, "isDraft" boolean,
      "isCounted" boolean, "createdAt" timestamptz, department text, channel text, status smallint, "hasBot" boolean,
      participants json, tags json, "waitingMs" bigint, "durationMs" bigint, "durationClass" smallint, rating numeric, priority text, policy text, survey text, "surveyAnswered" boolean)
    on conflict do nothing`,
};

const keepMessages = {
  name: 'raw_messages_keep',
  text: `insert into raw_message (id_project, run, id, request, sender, channel, is_received, is_counted, created_at)
    select $1, $2, id, request, sender, channel, "isReceived", "isCounted", "createdAt"
    from json_to_recordset($3::json) as facts(id text, request text, sender text, channel text, "isReceived" boolean,
      "isCounted" boolean, "createdAt" timestamptz)
    on conflict do nothing`,
};

const keepClocks = {
  name: 'raw_clocks_keep',
  text: `insert into raw_clock (id_project, run, request, metric, cycle, started_at, policy, priority, department, channel, tags, agents,
      state, is_breached, elapsed_ms, is_counted)
    select $1, $2, request, metric, cycle, "startedAt", policy, priority, department, channel,
      array(select json_array_elements_text(tags)), array(select json_array_elements_text(agents)), state, "isBreached", "elapsedMs",
      "isCounted"
    from json_to_recordset($3::json) as clocks(request text, metric text, cycle int, "startedAt" timestamptz, policy text,
      priority text, department text, channel text, tags json, agents json, state text, "isBreached" boolean, "elapsedMs" bigint,
      "isCounted" boolean)
    on conflict do nothing`,
};
