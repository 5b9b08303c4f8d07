import { createHash } from 'node:crypto';

import {
  type DisabledReason,
  type SubscriptionStatus,
  type SubscriptionView,
  subscriptionErrors,
} from '@parley/contracts';

import { type Breaker, closed, stateOf } from '../delivery/breaker.ts';
import { keyOf, offeredName } from '../event/event-names.ts';

/** The fields that a caller sets. */
interface SubscriptionFields {
  /** In its canonical spelling. */
  event: string;
  target: string;
  sendToken: boolean;
}

export interface Subscription extends SubscriptionFields {
  id: string;
  projectId: string;
  status: SubscriptionStatus;
  disabledReason: DisabledReason | null;
  /** Sealed. */
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

type About = Pick<Subscription, 'id' | 'projectId' | 'secret' | 'createdBy' | 'createdAt'>;

export function newSubscription(about: About, fields: SubscriptionFields): Subscription {
  return {
    ...{ status: 'active', disabledReason: null, previousSecret: null, previousSecretUntil: null },
    ...{ updatedAt: about.createdAt, version: 0, ...fields, ...about },
  };
}

/** @throws event_not_offered */
export function checkedEvent(event: string): string {
  const name = offeredName(event);
  if (name === undefined) {
    const fault = { param: 'event', location: 'body', msg: 'Is not offered' };
    throw subscriptionErrors.event_not_offered({ errors: [fault] });
  }
  return name;
}

/** Dedupe key: equal for subscriptions with the same event and target. */
export function sameAs({ event, target }: Pick<Subscription, 'event' | 'target'>): string {
  return createHash('sha256')
    .update(`${keyOf(event)}\n${target}`)
    .digest('base64url');
}

/** The host of a checked target. */
export function hostOf(target: string): string {
  return new URL(target).host;
}

export type SubscriptionChanges = {
  [Name in keyof SubscriptionFields | 'status']?: Subscription[Name] | undefined;
};

/** Changes the given fields and keeps the others. */
export function change(current: Subscription, changes: SubscriptionChanges, at: Date): Subscription {
  const { event = current.event, target = current.target, sendToken = current.sendToken } = changes;
  const { status = current.status } = changes;
  const reason = status === 'active' ? null : (current.disabledReason ?? 'manual');
  const next = { ...current, event, target, sendToken, status, disabledReason: reason };
  const same = event === current.event && target === current.target && sendToken === current.sendToken;
  return same && status === current.status ? current : touched(next, at);
}

/** @param previous the sealed secret that still signs, and until when */
export function rotate(
  current: Subscription,
  secret: string,
  previous: Pick<Subscription, 'previousSecret' | 'previousSecretUntil'>,
  at: Date,
): Subscription {
  return touched({ ...current, secret, ...previous }, at);
}

export function disable(current: Subscription, reason: DisabledReason, at: Date): Subscription {
  return current.status === 'disabled'
    ? current
    : touched({ ...current, status: 'disabled', disabledReason: reason }, at);
}

function touched(next: Subscription, at: Date): Subscription {
  return { ...next, updatedAt: at, version: next.version + 1 };
}

/** The view for admins. */
export function viewOf(subscription: Subscription, breaker: Breaker, now: Date): SubscriptionView {
  const { id, projectId, previousSecretUntil: until, disabledReason } = subscription;
  const { openUntil, failures } = breaker;
  return {
    ...{ _id: id, id, __v: subscription.version, id_project: projectId },
    ...{ event: subscription.event, target: subscription.target, send_token: subscription.sendToken },
    status: subscription.status,
    ...(disabledReason && { disabledReason }),
    breaker: { state: stateOf(breaker, now), failures, ...(openUntil && { until: openUntil.toISOString() }) },
    ...(until && until > now && { previousSecretExpiresAt: until.toISOString() }),
    global: false,
    createdBy: subscription.createdBy,
    createdAt: subscription.createdAt.toISOString(),
    updatedAt: subscription.updatedAt.toISOString(),
  };
}

/** The view for receivers: without the state of the breaker. */
export function hookOf(subscription: Subscription): object {
  const {
    breaker: _breaker,
    previousSecretExpiresAt: _until,
    ...hook
  } = viewOf(subscription, closed, subscription.updatedAt);
  return hook;
}
