import type { Database } from '@parley/service-kit/database';

import type { ClockFact } from './clock-fact.ts';

/** The only writer of `clock_fact`. A breach stays, an end is final: any order and any repetition give one result. */
export class ClockFactRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async keep(incoming: readonly ClockFact[]): Promise<void> {
    const merged = new Map<string, ClockFact>();
    for (const fact of incoming) {
      const known = merged.get(keyOf(fact));
      merged.set(keyOf(fact), known ? mergedOf(known, fact) : fact);
    }
    // In one order, so that concurrent transactions cannot block each other.
    const rows = [...merged].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, fact]) => fact);
    if (rows.length > 0) await this.#db.query(keep, [JSON.stringify(rows)]);
  }
}

const keyOf = ({ projectId, request, metric, cycle }: ClockFact): string =>
  [projectId, request, metric, cycle].join(' ');

function mergedOf(known: ClockFact, fact: ClockFact): ClockFact {
  const latest = fact.state === 'running' ? known : fact;
  const [, recordedAt = fact.recordedAt] = [known.recordedAt, fact.recordedAt].toSorted();
  return { ...latest, recordedAt, isBreached: known.isBreached || fact.isBreached };
}

/** Columns that the newest event decides. */
const decided = ['policy', 'priority', 'department', 'channel', 'tags', 'agents', 'state', 'elapsed_ms', 'started_at'];

const keep = {
  name: 'clock_facts_keep',
  text: `insert into clock_fact as c (id_project, request, metric, cycle, started_at, policy, priority, department, channel, tags,
      agents, state, is_breached, elapsed_ms, told_at)
    select "projectId", request, metric, cycle, "startedAt", policy, priority, department, channel,
      array(select json_array_elements_text(tags)), array(select json_array_elements_text(agents)), state, "isBreached", "elapsedMs", "recordedAt"
    from json_to_recordset($1::json) as n ("projectId" text, request text, metric text, cycle int, "startedAt" timestamptz,
      policy text, priority text, department text, channel text, tags json, agents json, state text, "isBreached" boolean,
      "elapsedMs" bigint, "recordedAt" timestamptz)
    on conflict (id_project, request, metric, cycle) do update set is_breached = c.is_breached or excluded.is_breached,
      told_at = greatest(c.told_at, excluded.told_at),
      ${decided.map((column) => `${column} = case when excluded.state = 'running' then c.${column} else excluded.${column} end`).join(', ')}`,
};
