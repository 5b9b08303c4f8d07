import type { Database } from '@parley/service-kit/database';

import type { Attempt, Delivery } from './delivery.ts';

/** A past call and its payload. */
export interface PastCall extends Attempt, Pick<Delivery, 'event' | 'eventId' | 'eventAt' | 'payload' | 'hook'> {
  deliveryId: string;
}

/** Reads attempts for the ledger; `DeliveryQueueRepository` writes them. */
export class AttemptQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** All attempts of a delivery, oldest first. */
  ofDelivery(projectId: string, id: string): Promise<Attempt[]> {
    return this.#db.query<Attempt>(attemptsOf, [projectId, id]);
  }

  /** Finished attempts of all subscriptions, newest first. */
  history(projectId: string, page: number, perPage: number): Promise<PastCall[]> {
    return this.#db.query<PastCall>(history, [projectId, perPage, page * perPage]);
  }
}

const attemptColumns = `a.id, a.n, a.at, a.target, a.duration_ms as "durationMs", a.status, a.error,
  a.response_headers as "responseHeaders", a.response_body as "responseBody"`;

const attemptsOf = {
  name: 'attempts_of_delivery',
  text: `select ${attemptColumns} from attempt a where a.id_project = $1 and a.id_delivery = $2 order by a.n, a.id limit 1000`,
};

// Attempts of a subscription that was just deleted are hidden until the drop task removes them.
const history = {
  name: 'attempts_history',
  text: `select ${attemptColumns}, d.id as "deliveryId", d.event, d.id_event as "eventId", d.event_at as "eventAt", d.payload, d.hook
    from attempt a join delivery d on d.id_project = a.id_project and d.id = a.id_delivery
    where a.id_project = $1 and a.duration_ms is not null
      and exists (select from subscription s where s.id_project = a.id_project and s.id = a.id_subscription)
    order by a.at desc, a.id desc limit $2 offset $3`,
};
