import type { Database, Scanned } from '@parley/service-kit/database';
import { type AnswersOf, countAnswersOf, eraseAnswers } from '@parley/service-kit/http';
import { countEventsOf, type EventsOf, eraseEvents } from '@parley/service-kit/outbox';
import { cancelTasks } from '@parley/service-kit/tasks';

import type { CallRepository } from '../call/call.repository.ts';
import { fillLeadTask, type TurnRepository } from '../turn/turn.repository.ts';

/** The person a lead stands for. */
export interface Subject {
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** His own id. */
  leadId: string;
  /** `_id`s of his requests. */
  requests: readonly string[];
}

/** How many of each kind. */
export type Counts = Record<string, number>;

/** What bots know of a request. */
export interface KnownRequest {
  request_id: string;
  parameters: Record<string, unknown>;
}

/** What this service holds of one person: read, forgotten and counted. Source: contract 30 section 5. */
export class SubjectRepository {
  readonly #db: Database;
  readonly #turns: TurnRepository;
  readonly #calls: CallRepository;

  constructor(db: Database, turns: TurnRepository, calls: CallRepository) {
    this.#db = db;
    this.#turns = turns;
    this.#calls = calls;
  }

  known({ projectId, requests }: Subject): AsyncGenerator<Scanned<KnownRequest>> {
    const text = `select request_id, parameters from conversation
      where id_project = $1 and id = any($2) and parameters <> '{}' order by id`;
    return this.#db.scan<KnownRequest>({ text }, [projectId, requests]);
  }

  /** May be repeated. Messages of him that are still on their way start nothing any more. */
  async erase(subject: Subject): Promise<Counts> {
    const { projectId, lead, requests } = subject;
    const requestIds = await this.#requestIds(subject);
    const held = await this.#held(subject);
    await this.#turns.forgetRequests(projectId, requests);
    return {
      ...held,
      calls: await this.#calls.forgetRequests(projectId, requestIds),
      tasks: await cancelTasks(this.#db, projectId, fillLeadTask, { lead }),
      events: await eraseEvents(this.#db, eventsOf(subject)),
      answers: await eraseAnswers(this.#db, answersOf(subject, requestIds)),
    };
  }

  async count(subject: Subject): Promise<Counts> {
    const requestIds = await this.#requestIds(subject);
    return {
      ...(await this.#held(subject)),
      calls: await this.#calls.countRequests(subject.projectId, requestIds),
      events: await countEventsOf(this.#db, eventsOf(subject)),
      answers: await countAnswersOf(this.#db, answersOf(subject, requestIds)),
    };
  }

  async #held({ projectId, lead, requests }: Subject): Promise<Counts> {
    const [row] = await this.#db.query<Counts>(held, [projectId, requests, fillLeadTask, JSON.stringify({ lead })]);
    return row ?? {};
  }

  /** As they stand in paths and calls; of those that bots have heard of. */
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

/** None of ours are about people; what was told to us, and could not be handled, may be. */
function eventsOf({ projectId, leadId, requests }: Subject): EventsOf {
  return { projectId, partitionKeys: requests, principal: leadId, spare: '"erased": true' };
}

const held = {
  name: 'held_of_subject',
  text: `select (select count(*) from conversation where id_project = $1 and id = any($2) and parameters <> '{}')::int as parameters,
    (select count(*) from session where id_project = $1 and request = any($2))::int as sessions,
    (select count(*) from turn where id_project = $1 and request = any($2))::int as turns,
    (select count(*) from task where id_project = $1 and kind = $3 and payload @> $4::jsonb and done_at is null)::int as tasks`,
};
