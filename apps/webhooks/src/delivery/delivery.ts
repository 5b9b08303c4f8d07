import type { AttemptView, CallError, DeliveryLogView, DeliveryState, DeliveryView } from '@parley/contracts';

/** One event for one subscription, as stored in the ledger. */
export interface Delivery {
  id: string;
  projectId: string;
  subscriptionId: string;
  event: string;
  eventId: string;
  subject: string;
  aggregateVersion: number;
  depth: number;
  eventAt: Date;
  /** JSON; final once `missingRequest` is null. */
  payload: string;
  /** `request_id` of the request that the payload contains only in part. */
  missingRequest: string | null;
  hook: string;
  state: DeliveryState;
  attempts: number;
  /** Failures since the schedule began. */
  failures: number;
  loopSuspected: boolean;
  dueAt: Date | null;
  expiresAt: Date | null;
  lastStatus: number | null;
  lastError: CallError | null;
  deliveredAt: Date | null;
}

/** One call of a delivery. */
export interface Attempt {
  id: string;
  n: number;
  at: Date;
  target: string;
  durationMs: number | null;
  status: number | null;
  error: CallError | null;
  responseHeaders: Record<string, unknown> | null;
  responseBody: string | null;
}

/** The body of a call; attempts differ only in the token. Source: contract 50 section 7. */
export function bodyOf(
  { eventAt, payload, hook }: Pick<Delivery, 'eventAt' | 'payload' | 'hook'>,
  token?: string,
): string {
  const end = token === undefined ? '' : `,"token":${JSON.stringify(token)}`;
  return `{"timestamp":${eventAt.getTime()},"payload":${payload},"hook":${hook}${end}}`;
}

export function viewOf(delivery: Delivery): DeliveryView {
  const { id, lastStatus, lastError, dueAt, deliveredAt } = delivery;
  return {
    ...{ _id: id, id, event: delivery.event, eventId: delivery.eventId, subject: delivery.subject },
    ...{ aggregateversion: delivery.aggregateVersion, state: delivery.state, attempts: delivery.attempts },
    ...(lastStatus !== null && { lastStatus }),
    ...(lastError !== null && { lastError }),
    ...(dueAt && { nextAttemptAt: dueAt.toISOString() }),
    ...(deliveredAt && { deliveredAt: deliveredAt.toISOString() }),
    ...(delivery.loopSuspected && { loopSuspected: true }),
    createdAt: delivery.eventAt.toISOString(),
  };
}

export function logViewOf(delivery: Delivery, log: readonly Attempt[]): DeliveryLogView {
  return {
    ...viewOf(delivery),
    body: JSON.parse(bodyOf(delivery)) as Record<string, unknown>,
    log: log.map(attemptView),
  };
}

function attemptView({ n, at, durationMs, status, error, responseHeaders, responseBody }: Attempt): AttemptView {
  return {
    ...{ n, at: at.toISOString(), durationMs: durationMs ?? 0 },
    ...(status !== null && { status }),
    ...(error !== null && { error }),
    ...(responseHeaders && { responseHeaders }),
    ...(responseBody !== null && { responseBody }),
  };
}
