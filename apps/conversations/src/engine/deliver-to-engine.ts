import { MessageStatus } from '@parley/contracts';
import { webhookHeaders } from '@parley/service-kit';

import type { Context } from '../context.ts';
import type { Attempt, Delivery } from './delivery.repository.ts';
import { type Engine, failuresUntilAway, nextWaitMs, verdictOf } from './engine.ts';

const atOnce = 16;
const limits = { totalMs: 10_000, bodyBytes: 64_000 };

/** Hands over what is due, in the order of each request, as long as there is something and the engine answers. */
export async function deliverToEngine(context: Context): Promise<void> {
  const { engine } = context;
  if (!engine) return;
  for (;;) {
    const state = await context.deliveries.state();
    const away = (state?.failures ?? 0) >= failuresUntilAway;
    if (away && state?.probeAt && state.probeAt.getTime() > Date.now()) return;
    const due = await context.deliveries.due(atOnce, away);
    if (due.length === 0) return;
    await Promise.all(due.map((delivery) => deliver(context, engine, delivery, away)));
  }
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
