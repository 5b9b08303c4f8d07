import { MessageStatus } from '@parley/contracts';
import { webhookHeaders } from '@parley/outbound';
import { pause } from '@parley/service-kit/concurrency';

import type { Context } from '../context.ts';
import type { Attempt, Delivery } from './delivery.repository.ts';
import { type Engine, failuresUntilAway, nextWaitMs, verdictOf } from './engine.ts';

const atOnce = 16;
const lookEveryMs = 500;
const limits = { totalMs: 10_000, bodyBytes: 64_000 };

/**
 * Hands over what is due, in the order of each request, as long as there is something and the engine answers. Whatever takes long
 * holds back its own request alone.
 */
export async function deliverToEngine(context: Context, over: AbortSignal): Promise<void> {
  const { engine } = context;
  if (!engine) return;
  const running = new Map<string, Promise<void>>();
  try {
    while (!over.aborted) {
      for (const { delivery, away } of await due(context, running)) {
        const { request } = delivery;
        running.set(
          request,
          deliver(context, engine, delivery, away).finally(() => running.delete(request)),
        );
      }
      if (running.size === 0) return;
      // Others may be due before one of them ends.
      await Promise.race([...running.values(), pause(lookEveryMs)]);
    }
  } finally {
    await Promise.allSettled(running.values());
  }
}

/** What may leave now, at most one of a request; while the engine is away a single one, once in a while, to ask whether it is back. */
async function due(
  { deliveries }: Context,
  running: ReadonlyMap<string, unknown>,
): Promise<{ delivery: Delivery; away: boolean }[]> {
  const state = await deliveries.state();
  const away = (state?.failures ?? 0) >= failuresUntilAway;
  const isQuiet = state?.probeAt != null && state.probeAt.getTime() > Date.now();
  const room = away ? 1 - running.size : atOnce - running.size;
  if (room <= 0 || (away && isQuiet)) return [];
  const found = await deliveries.due(room, away, [...running.keys()]);
  const firsts = new Map(found.toReversed().map((delivery) => [delivery.request, delivery]));
  return [...firsts.values()].map((delivery) => ({ delivery, away }));
}

async function deliver(context: Context, engine: Engine, delivery: Delivery, away: boolean): Promise<void> {
  const at = new Date();
  const { body, id } = delivery;
  await raise(context, delivery, MessageStatus.sent);
  const answer = await context.outbound.post(engine.url, {
    body,
    headers: { 'content-type': 'application/json', ...webhookHeaders({ id, at, body }, engine.secrets) },
    limits,
  });
  // What was answered counts, also where the rest of the answer was too long or late.
  const { status, durationMs, outcome, headers } = answer;
  const verdict = verdictOf(status, headers['retry-after'], Date.now());
  if (verdict.kind === 'taken') {
    await raise(context, delivery, MessageStatus.delivered);
    return context.deliveries.taken(delivery);
  }

  const attempt: Attempt = {
    ...{ at: at.toISOString(), ms: Math.round(durationMs), error: outcome },
    ...(status !== undefined && { status }),
  };
  // While it is away as a whole, a try is a question whether it is back, not one of the attempts.
  const tries = delivery.tries + (away ? 0 : 1);
  const again =
    verdict.kind === 'failed' ? nextWaitMs(Math.max(tries, 1), verdict.retryAfterMs, Math.random()) : undefined;
  await context.deliveries.failed(delivery, attempt, {
    waitMs: again,
    counts: !away,
    answers: verdict.kind === 'refused',
  });
  if (again === undefined) await raise(context, delivery, MessageStatus.failed);
}

async function raise(context: Context, { projectId, messageId }: Delivery, status: MessageStatus): Promise<void> {
  if (messageId !== null) await context.messages.report(projectId, messageId, status);
}
