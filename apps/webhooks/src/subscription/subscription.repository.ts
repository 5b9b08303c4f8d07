import { commonErrors, subscriptionErrors } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { enqueueTask } from '@parley/service-kit/tasks';

import type { Breaker } from '../delivery/breaker.ts';
import { keyOf } from '../event/event-names.ts';
import { hostOf, type Subscription, sameAs } from './subscription.ts';

/** Kind of the task that removes the deliveries of a deleted subscription. */
export const dropDeliveriesTask = 'drop-deliveries';

/** A subscription and its circuit breaker. */
export interface SubscriptionWithBreaker {
  subscription: Subscription;
  breaker: Breaker;
}

type Row = Subscription & Breaker;

/** Source: contract 50 section 5. */
const maxSubscriptions = 100;

/** The only writer of `subscription`; creates and deletes its row of `lane` with it. */
export class SubscriptionRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(projectId: string, id: string): Promise<SubscriptionWithBreaker | undefined> {
    const text = `select ${columns} from ${tables} where s.id_project = $1 and s.id = $2`;
    const [row] = await this.#db.query<Row>({ name: 'subscription_find', text }, [projectId, id]);
    return row && splitRow(row);
  }

  /** @throws subscription_not_found */
  async get(projectId: string, id: string): Promise<SubscriptionWithBreaker> {
    const found = await this.find(projectId, id);
    if (!found) throw subscriptionErrors.subscription_not_found();
    return found;
  }

  async list(projectId: string): Promise<SubscriptionWithBreaker[]> {
    const text = `select ${columns} from ${tables} where s.id_project = $1 order by s.created_at, s.id limit $2`;
    const rows = await this.#db.query<Row>({ name: 'subscriptions_list', text }, [projectId, maxSubscriptions]);
    return rows.map(splitRow);
  }

  /** True when its tokens are valid: it is active, and its project has not ended. */
  async isActive(projectId: string, id: string): Promise<boolean> {
    const text = `select exists (select from subscription where id_project = $1 and id = $2 and status = 'active')
      and not exists (select from ended_project where id_project = $1) as active`;
    const [row] = await this.#db.query<{ active: boolean }>({ name: 'subscription_active', text }, [projectId, id]);
    return row?.active === true;
  }

  /**
   * Stores a new subscription; returns the existing one if the project has one for the same event and target.
   * @throws limit_reached
   */
  insert(subscription: Subscription): Promise<{ found: SubscriptionWithBreaker; isNew: boolean }> {
    const { projectId, id } = subscription;
    return this.#db.transaction(async () => {
      await this.#db.query(lockProject, [projectId]);
      const same = `select ${columns} from ${tables} where s.id_project = $1 and s.same_as = $2`;
      const [row] = await this.#db.query<Row>({ name: 'subscription_same', text: same }, [
        projectId,
        sameAs(subscription),
      ]);
      if (row) return { found: splitRow(row), isNew: false };

      const [counted] = await this.#db.query<{ count: number }>(countOf, [projectId]);
      if ((counted?.count ?? 0) >= maxSubscriptions)
        throw commonErrors.limit_reached({ limit: 'subscriptions', max: maxSubscriptions });
      await this.#db.query(insert, [...valuesOf(subscription), subscription.createdBy, subscription.createdAt]);
      return { found: await this.get(projectId, id), isNew: true };
    });
  }

  /**
   * Locks a subscription and stores the result of `decide`.
   * @throws subscription_not_found; version_mismatch; subscription_exists
   */
  update(
    projectId: string,
    id: string,
    decide: (current: Subscription) => Subscription,
  ): Promise<SubscriptionWithBreaker> {
    return this.#db.transaction(async () => {
      await this.#db.query(lockProject, [projectId]);
      const current = await this.#lock(projectId, id);
      checkIfMatch(current.version);
      await this.store(current, decide(current));
      return this.get(projectId, id);
    });
  }

  /** Stores a change of a locked subscription. @throws subscription_exists */
  async store(current: Subscription, next: Subscription): Promise<void> {
    if (next === current) return;
    const key = sameAs(next);
    if (key !== sameAs(current)) {
      const [other] = await this.#db.query<{ id: string }>(otherOf, [next.projectId, key, next.id]);
      if (other) throw subscriptionErrors.subscription_exists({ conflict: other.id });
    }
    await this.#db.query(update, valuesOf(next));
  }

  /** Deletes a subscription; a task removes its deliveries. @throws subscription_not_found; version_mismatch */
  remove(projectId: string, id: string): Promise<SubscriptionWithBreaker> {
    return this.#db.transaction(async () => {
      checkIfMatch((await this.#lock(projectId, id)).version);
      const found = await this.get(projectId, id);
      await this.#db.query(remove, [projectId, id]);
      await enqueueTask(this.#db, {
        projectId,
        id: `${dropDeliveriesTask} ${id}`,
        kind: dropDeliveriesTask,
        payload: { id },
      });
      return found;
    });
  }

  /** Locks the row until the transaction ends. @throws subscription_not_found */
  async #lock(projectId: string, id: string): Promise<Subscription> {
    const text = `select ${columns} from ${tables} where s.id_project = $1 and s.id = $2 for update`;
    const [row] = await this.#db.query<Row>({ name: 'subscription_lock', text }, [projectId, id]);
    if (!row) throw subscriptionErrors.subscription_not_found();
    return splitRow(row).subscription;
  }
}

/** Columns of `s`. */
export const subscriptionColumns = `s.id, s.id_project as "projectId", s.event, s.target, s.send_token as "sendToken", s.status,
  s.disabled_reason as "disabledReason", s.secret, s.previous_secret as "previousSecret",
  s.previous_secret_until as "previousSecretUntil", s.created_by as "createdBy", s.created_at as "createdAt",
  s.updated_at as "updatedAt", s.version`;

/** Columns of `l`. */
export const breakerColumns = `l.failures, l.failing_since as "failingSince", l.open_until as "openUntil", l.wait_ms as "waitMs"`;

const columns = `${subscriptionColumns}, ${breakerColumns}`;
const tables = 'subscription s join lane l on l.id_project = s.id_project and l.id_subscription = s.id';

/** Splits a row into the subscription and its breaker. */
export function splitRow<Both extends Row>({
  failures,
  failingSince,
  openUntil,
  waitMs,
  ...subscription
}: Both): SubscriptionWithBreaker {
  return { subscription, breaker: { failures, failingSince, openUntil, waitMs } };
}

function valuesOf(subscription: Subscription): unknown[] {
  const { projectId, id, event, target, sendToken, status, disabledReason } = subscription;
  const { secret, previousSecret, previousSecretUntil, updatedAt, version } = subscription;
  const written = [projectId, id, event, keyOf(event), target, hostOf(target), sameAs(subscription), sendToken, status];
  return [...written, disabledReason, secret, previousSecret, previousSecretUntil, updatedAt, version];
}

// Serialises writes per project: there are few, and they are counted against a limit.
const lockProject = {
  name: 'subscriptions_lock',
  text: `select pg_advisory_xact_lock(hashtextextended('subscriptions/' || $1, 0))`,
};

const countOf = {
  name: 'subscriptions_count',
  text: 'select count(*)::int as count from subscription where id_project = $1',
};

const insert = {
  name: 'subscription_insert',
  text: `with lane as (insert into lane (id_project, id_subscription) values ($1, $2))
    insert into subscription (id_project, id, event, event_key, target, host, same_as, send_token, status, disabled_reason,
      secret, previous_secret, previous_secret_until, updated_at, version, created_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
};

const otherOf = {
  name: 'subscription_other',
  text: 'select id from subscription where id_project = $1 and same_as = $2 and id <> $3',
};

const update = {
  name: 'subscription_update',
  text: `update subscription set event = $3, event_key = $4, target = $5, host = $6, same_as = $7, send_token = $8, status = $9,
      disabled_reason = $10, secret = $11, previous_secret = $12, previous_secret_until = $13, updated_at = $14, version = $15
    where id_project = $1 and id = $2`,
};

const remove = {
  name: 'subscription_remove',
  text: `with lane as (delete from lane where id_project = $1 and id_subscription = $2)
    delete from subscription where id_project = $1 and id = $2`,
};
