import { MessageStatus } from '@parley/contracts';
import { nextWaitMs, webhookHeaders } from '@parley/outbound';
import { pause } from '@parley/service-kit/concurrency';

import type { Context } from '../context.ts';
import type { Attempt, Delivery } from './delivery.repository.ts';
import { circuitBreakerFailures, type Engine, resultOf, retrySchedule } from './engine.ts';

const concurrency = 16;
const pollMs = 500;
const limits = { totalMs: 10_000, bodyBytes: 64_000 };

/**
 * Delivers what is due, in order within each request, until nothing is left or the engine fails. A slow delivery blocks its own
 * request only.
 */
export async function deliverToEngine(context: Context, over: AbortSignal): Promise<void> {
  const { engine } = context;
  if (!engine) return;
  const running = new Map<string, Promise<void>>();
  try {
    while (!over.aborted) {
      for (const { delivery, isProbe } of await due(context, running)) {
        const { request } = delivery;
        running.set(
          request,
          deliver(context, engine, delivery, isProbe).finally(() => running.delete(request)),
        );
      }
      if (running.size === 0) return;
      // Other deliveries may become due before one of these ends.
      await Promise.race([...running.values(), pause(pollMs)]);
    }
  } finally {
    await Promise.allSettled(running.values());
  }
}

/** The deliveries that may start now, at most one per request. While the circuit breaker is open: a single probe per interval. */
async function due(
  { deliveries }: Context,
  running: ReadonlyMap<string, unknown>,
): Promise<{ delivery: Delivery; isProbe: boolean }[]> {
  const state = await deliveries.state();
  const isProbe = (state?.failures ?? 0) >= circuitBreakerFailures;
  const isQuiet = state?.probeAt != null && state.probeAt.getTime() > Date.now();
  const room = isProbe ? 1 - running.size : concurrency - running.size;
  if (room <= 0 || (isProbe && isQuiet)) return [];
  const found = await deliveries.due(room, isProbe, [...running.keys()]);
  const firsts = new Map(found.toReversed().map((delivery) => [delivery.request, delivery]));
  return [...firsts.values()].map((delivery) => ({ delivery, isProbe }));
}

async function deliver(context: Context, engine: Engine, delivery: Delivery, isProbe: boolean): Promise<void> {
  const at = new Date();
  const { body, id } = delivery;
  await reportStatus(context, delivery, MessageStatus.sent);
  const answer = await context.outbound.post(engine.url, {
    body,
    headers: { 'content-type': 'application/json', ...webhookHeaders({ id, at, body }, engine.secrets) },
    limits,
  });
  // The status counts even if the rest of the answer was too long or too late.
  const { status, durationMs, outcome, headers } = answer;
  const result = resultOf(status);
  if (result === 'taken') {
    await reportStatus(context, delivery, MessageStatus.delivered);
    return context.deliveries.markAccepted(delivery);
  }

  const attempt: Attempt = {
    ...{ at: at.toISOString(), ms: Math.round(durationMs), error: outcome },
    ...(status !== undefined && { status }),
  };
  // A probe of an open circuit breaker is not counted as an attempt.
  const failures = Math.max(delivery.tries + (isProbe ? 0 : 1), 1);
  const failure = { failures, at: new Date(), retryAfter: headers['retry-after'] };
  const waitMs = result === 'failed' ? nextWaitMs(retrySchedule, failure) : undefined;
  await context.deliveries.markFailed(delivery, attempt, {
    waitMs,
    countsAsAttempt: !isProbe,
    engineAnswered: result === 'refused',
  });
  if (waitMs === undefined) await reportStatus(context, delivery, MessageStatus.failed);
}

async function reportStatus(
  context: Context,
  { projectId, messageId }: Delivery,
  status: MessageStatus,
): Promise<void> {
  if (messageId !== null) await context.messages.report(projectId, messageId, status);
}
