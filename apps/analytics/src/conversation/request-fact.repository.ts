import type { Database } from '@parley/service-kit/database';

import { setParticipationsOfRequests } from './participation.sql.ts';
import { type FactChange, movesBetween, newerOf, type RequestFact } from './request-fact.ts';

/** The only writer of `request_fact` and `participation`; records the effect of a change on the rollups in `request_delta`. */
export class RequestFactRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Stores facts unless a newer version is stored. Locks their rows for the rest of the transaction.
   * @param incoming in the order of arrival, any number per request
   * @returns the change of each fact
   */
  async keep(incoming: readonly RequestFact[]): Promise<FactChange[]> {
    const newest = new Map<string, RequestFact>();
    for (const fact of incoming) newest.set(keyOf(fact), newerOf(newest.get(keyOf(fact)), fact));
    return this.#db.transaction(async () => {
      const known = await this.#lock([...newest.values()]);
      const isNew = (fact: RequestFact) => !known.has(keyOf(fact));
      const inserted = await this.#insert([...newest.values()].filter(isNew));
      // Another transaction has inserted the others and committed.
      const lost = [...newest.values()].filter((fact) => isNew(fact) && !inserted.has(keyOf(fact)));
      const found = await this.#lock(lost);
      if (found.size < lost.length) throw new Error('A fact is neither there nor can it be made.');
      for (const [key, fact] of found) known.set(key, fact);

      const kept = [...newest].map(([key, fact]) => changeOf(known.get(key), fact));
      await this.#update(kept.flatMap(({ before, after }) => (before ? [after] : [])));
      await this.#move(kept.filter(({ before, after }) => before || inserted.has(keyOf(after))));
      return kept;
    });
  }

  /** Of requests that retention has deleted. @returns those that have a fact */
  async markExpired(projectId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.#db.query<{ id: string }>(markExpired, [projectId, ids]);
    return rows.map(({ id }) => id);
  }

  async #lock(facts: readonly RequestFact[]): Promise<Map<string, RequestFact>> {
    if (facts.length === 0) return new Map();
    const keys = [facts.map(({ projectId }) => projectId), facts.map(({ id }) => id)];
    const rows = await this.#db.query<RequestFact>(lock, keys);
    return new Map(rows.map((fact) => [keyOf(fact), fact]));
  }

  async #insert(facts: readonly RequestFact[]): Promise<Set<string>> {
    if (facts.length === 0) return new Set();
    const rows = await this.#db.query<Pick<RequestFact, 'projectId' | 'id'>>(insert, [JSON.stringify(facts)]);
    return new Set(rows.map(keyOf));
  }

  async #update(facts: readonly RequestFact[]): Promise<void> {
    if (facts.length > 0) await this.#db.query(update, [JSON.stringify(facts)]);
  }

  async #move(kept: readonly FactChange[]): Promise<void> {
    const moved = kept.map(({ before, after }) => ({ before, after, moves: movesBetween(before, after) }));
    const rows = moved.flatMap(({ after, moves }) =>
      moves.map(({ sign, contribution }) => ({ projectId: after.projectId, sign, ...contribution })),
    );
    if (rows.length > 0) await this.#db.query(note, [JSON.stringify(rows)]);

    const changing = moved.filter(({ before, after, moves }) => changesParticipations(before, after, moves.length > 0));
    for (const [projectId, own] of Map.groupBy(changing, ({ after }) => after.projectId)) {
      const created = own.flatMap(({ before, after }) => [(before ?? after).createdAt, after.createdAt]);
      const ids = own.flatMap(({ after }) => [after.id, after.id]);
      await this.#db.query(setParticipationsOfRequests, [projectId, ids, created]);
    }
  }
}

function keyOf({ projectId, id }: Pick<RequestFact, 'projectId' | 'id'>): string {
  return `${projectId} ${id}`;
}

function changeOf(current: RequestFact | undefined, incoming: RequestFact): FactChange {
  if (current === undefined) return { after: incoming };
  const after = newerOf(current, incoming);
  return after === current ? { after } : { before: current, after };
}

function changesParticipations(before: RequestFact | undefined, after: RequestFact, isMoved: boolean): boolean {
  const [left, now] = [participantsOf(before), participantsOf(after)];
  const isSameTime = before === undefined || before.createdAt.getTime() === after.createdAt.getTime();
  return left.length + now.length > 0 && (isMoved || left.join() !== now.join() || !isSameTime);
}

function participantsOf(fact: RequestFact | undefined): string[] {
  return fact?.isCounted ? fact.participants : [];
}

/** Columns other than the key, with the member of `RequestFact` that each holds. */
const columns = {
  request_id: ['requestId', 'text'],
  version: ['version', 'int'],
  is_deleted: ['isDeleted', 'boolean'],
  is_draft: ['isDraft', 'boolean'],
  is_counted: ['isCounted', 'boolean'],
  created_at: ['createdAt', 'timestamptz'],
  told_at: ['recordedAt', 'timestamptz'],
  department: ['department', 'text'],
  channel: ['channel', 'text'],
  status: ['status', 'smallint'],
  has_bot: ['hasBot', 'boolean'],
  participants: ['participants', 'text[]'],
  tags: ['tags', 'text[]'],
  waiting_ms: ['waitingMs', 'bigint'],
  duration_ms: ['durationMs', 'bigint'],
  duration_class: ['durationClass', 'smallint'],
  rating: ['rating', 'numeric'],
  priority: ['priority', 'text'],
  policy: ['policy', 'text'],
  survey: ['survey', 'text'],
  survey_answered: ['surveyAnswered', 'boolean'],
} as const satisfies Record<string, readonly [keyof RequestFact, string]>;

const entries = Object.entries(columns);
const incoming = `json_to_recordset($1::json) as incoming("projectId" text, id text,
  ${entries.map(([, [member, type]]) => `"${member}" ${type}`).join(', ')})`;

// Sorted, so that concurrent transactions lock rows in the same order.
const lock = {
  name: 'request_fact_lock',
  text: `select id_project as "projectId", id, ${entries.map(([column, [member]]) => `${column} as "${member}"`).join(', ')}
    from request_fact join unnest($1::text[], $2::text[]) asked(id_project, id) using (id_project, id)
    order by id_project, id for update of request_fact`,
};

const insert = {
  name: 'request_fact_insert',
  text: `insert into request_fact (id_project, id, ${entries.map(([column]) => column).join(', ')})
    select "projectId", id, ${entries.map(([, [member]]) => `"${member}"`).join(', ')} from ${incoming} order by 1, 2
    on conflict do nothing returning id_project as "projectId", id`,
};

const update = {
  name: 'request_fact_update',
  text: `update request_fact set ${entries.map(([column, [member]]) => `${column} = incoming."${member}"`).join(', ')}
    from ${incoming} where request_fact.id_project = incoming."projectId" and request_fact.id = incoming.id`,
};

const markExpired = {
  name: 'request_fact_expire',
  text: `update request_fact set is_expired = true where id_project = $1 and id = any($2) and not is_deleted returning id`,
};

const note = {
  name: 'request_delta_note',
  text: `insert into request_delta (id_project, sign, quarter, department, channel, status, has_bot, waiting_ms, duration_ms,
      duration_class, rating)
    select "projectId", sign, quarter, department, channel, status, "hasBot", "waitingMs", "durationMs", "durationClass", rating
    from json_to_recordset($1::json) as moves("projectId" text, sign smallint, quarter int, department text, channel text,
      status smallint, "hasBot" boolean, "waitingMs" bigint, "durationMs" bigint, "durationClass" smallint, rating numeric)`,
};
