import type { Database, Scanned } from '@parley/service-kit/database';
import { type AnswersOf, countAnswersOf, eraseAnswers } from '@parley/service-kit/http';
import { countEventsOf, type EventsOf, eraseEvents } from '@parley/service-kit/outbox';
import { cancelTasks } from '@parley/service-kit/tasks';

import type { CallRepository } from '../call/call.repository.ts';
import { fillLeadTask, type TurnRepository } from '../turn/turn.repository.ts';

/** The person behind a lead. */
export interface Subject {
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** `lead_id`, the caller's own id of the person. */
  leadId: string;
  /** `_id`s of their requests. */
  requests: readonly string[];
}

/** Counts by kind. */
export type Counts = Record<string, number>;

/** Parameters of a request, as an export shows them. */
export interface RequestParameters {
  request_id: string;
  parameters: Record<string, unknown>;
}

/** Reads, erases and counts the data of one person in this service. Source: contract 30 section 5. */
export class SubjectRepository {
  readonly #db: Database;
  readonly #turns: TurnRepository;
  readonly #calls: CallRepository;

  constructor(db: Database, turns: TurnRepository, calls: CallRepository) {
    this.#db = db;
    this.#turns = turns;
    this.#calls = calls;
  }

  parameters({ projectId, requests }: Subject): AsyncGenerator<Scanned<RequestParameters>> {
    const text = `select request_id, parameters from conversation
      where id_project = $1 and id = any($2) and parameters <> '{}' order by id`;
    return this.#db.scan<RequestParameters>({ text }, [projectId, requests]);
  }

  /** Idempotent. Undelivered messages of the person no longer start turns. */
  async erase(subject: Subject): Promise<Counts> {
    const { projectId, lead, requests } = subject;
    const requestIds = await this.#requestIds(subject);
    const held = await this.#countStored(subject);
    await this.#turns.eraseRequests(projectId, requests);
    return {
      ...held,
      calls: await this.#calls.deleteByRequests(projectId, requestIds),
      tasks: await cancelTasks(this.#db, projectId, fillLeadTask, { lead }),
      events: await eraseEvents(this.#db, eventsOf(subject)),
      answers: await eraseAnswers(this.#db, answersOf(subject, requestIds)),
    };
  }

  async count(subject: Subject): Promise<Counts> {
    const requestIds = await this.#requestIds(subject);
    return {
      ...(await this.#countStored(subject)),
      calls: await this.#calls.countByRequests(subject.projectId, requestIds),
      events: await countEventsOf(this.#db, eventsOf(subject)),
      answers: await countAnswersOf(this.#db, answersOf(subject, requestIds)),
    };
  }

  async #countStored({ projectId, lead, requests }: Subject): Promise<Counts> {
    const [row] = await this.#db.query<Counts>(storedCounts, [
      projectId,
      requests,
      fillLeadTask,
      JSON.stringify({ lead }),
    ]);
    return row ?? {};
  }

  /** The `request_id`s that paths and calls contain, of requests known to this service. */
  async #requestIds({ projectId, requests }: Subject): Promise<string[]> {
    const text = `select request_id as id from conversation where id_project = $1 and id = any($2) and request_id <> ''`;
    const rows = await this.#db.query<{ id: string }>({ name: 'requests_of_subject', text }, [projectId, requests]);
    return rows.map(({ id }) => id);
  }
}

function answersOf({ projectId, leadId }: Subject, requestIds: readonly string[]): AnswersOf {
  const paths = requestIds.map((id) => `/v3/${projectId}/requests/${id}`);
  return { projectId, principals: [leadId], paths };
}

/** Events of this service are not about people, but dead letters of received events may be. */
function eventsOf({ projectId, leadId, requests }: Subject): EventsOf {
  return { projectId, partitionKeys: requests, principal: leadId, spare: '"erased": true' };
}

const storedCounts = {
  name: 'held_of_subject',
  text: `select (select count(*) from conversation where id_project = $1 and id = any($2) and parameters <> '{}')::int as parameters,
    (select count(*) from session where id_project = $1 and request = any($2))::int as sessions,
    (select count(*) from turn where id_project = $1 and request = any($2))::int as turns,
    (select count(*) from task where id_project = $1 and kind = $3 and payload @> $4::jsonb and done_at is null)::int as tasks`,
};
