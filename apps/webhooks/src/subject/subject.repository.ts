import type { Database } from '@parley/service-kit/database';
import { countEventsOf, type EventsOf, eraseEvents } from '@parley/service-kit/outbox';

import { digestOf, ended } from '../delivery/delivery.repository.ts';

/** The person a lead stands for. */
export interface Subject {
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** The person's own id. */
  leadId: string;
  /** `_id`s of the person's requests. */
  requests: readonly string[];
  /** Later actions under the same id belong to a returning visitor. */
  until: Date | undefined;
}

/** Counts by kind. */
export type Counts = Record<string, number>;

/** Erases and counts the data of one person. Source: contract 30 section 5. The only writer of `erased_record`. */
export class SubjectRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Idempotent. Earlier events that arrive late restore nothing. */
  async erase(subject: Subject, at: Date): Promise<Counts> {
    const { projectId, lead, requests, leadId, until = at } = subject;
    await this.#db.query(remember, [projectId, [lead, ...requests], at]);
    await this.#db.query(remember, [projectId, [digestOf(actorOf(leadId))], until]);
    const deliveries = await this.#db.query(erase, valuesOf(subject, at));
    return { deliveries: deliveries.length, events: await eraseEvents(this.#db, eventsOf(subject)) };
  }

  async count(subject: Subject, at: Date): Promise<Counts> {
    const [row] = await this.#db.query<{ count: number }>(count, valuesOf(subject, at));
    return { deliveries: row?.count ?? 0, events: await countEventsOf(this.#db, eventsOf(subject)) };
  }

  async forgetErasedBefore(at: Date): Promise<void> {
    await this.#db.query({ name: 'erased_forget', text: 'delete from erased_record where erased_at < $1' }, [at]);
  }
}

function actorOf(leadId: string): string {
  return `user:${leadId}`;
}

function valuesOf({ projectId, lead, requests, leadId, until }: Subject, at: Date): unknown[] {
  return [projectId, [lead, ...requests], actorOf(leadId), until ?? at, lead, at];
}

function eventsOf({ projectId, lead, leadId, requests }: Subject): EventsOf {
  return { projectId, partitionKeys: [lead, ...requests], principal: leadId, spare: '"mode":"erased"' };
}

const remember = {
  name: 'erased_remember',
  text: `insert into erased_record (id_project, key, erased_at) select $1, key, $3 from unnest($2::text[]) key
    on conflict (id_project, key) do update set erased_at = greatest(erased_record.erased_at, excluded.erased_at)`,
};

// The event of the erasure itself holds ids only; later events concern what remains.
const held = `id_project = $1 and state <> 'erased'
  and not (event = 'lead.deleted' and payload like '%"mode":"erased"}')
  and ((partition_key = any($2) and event_at <= coalesce(
      (select e.erased_at from erased_record e where e.id_project = $1 and e.key = $5), $6))
    or (actor = $3 and event_at <= $4))`;

const erase = {
  name: 'deliveries_erase',
  text: `with gone as (
      update delivery set state = 'erased', payload = '{}', actor = '', ${ended} where ${held} returning id_project, id
    ), calls as (
      update attempt a set response_headers = null, response_body = null from gone
      where a.id_project = gone.id_project and a.id_delivery = gone.id
    )
    select 1 from gone`,
};

const count = { name: 'deliveries_held', text: `select count(*)::int as count from delivery where ${held}` };
