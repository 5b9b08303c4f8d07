import { type OutboundAnswer, webhookHeaders } from '@parley/outbound';

import type { Context } from '../context.ts';
import type { Subscription } from '../subscription/subscription.ts';

/** One call to a receiver. */
interface WebhookCall {
  /** The same for every attempt. */
  webhookId: string;
  eventId: string;
  attempt: number;
  body: string;
  /** Signing secrets, newest first. */
  secrets: readonly string[];
}

const bodyBytes = 65_536;
const connectMs = 5_000;
const userAgent = 'parley-webhooks/0.1.0';

/** Issues a callback token for an event; `undefined` when the subscription sends none. @throws dependency_down */
export async function mintToken(
  { workspace, clock, config }: Context,
  { sendToken, projectId, id }: Subscription,
  { event, depth }: { event: string; depth: number },
): Promise<string | undefined> {
  if (!sendToken) return undefined;
  const expiresAt = new Date(clock.now().getTime() + config.WEBHOOK_TOKEN_MINUTES * 60_000);
  return workspace.signToken({ id, projectId, jti: crypto.randomUUID(), event, depth, expiresAt });
}

/** Makes one signed call. Never rejects because of the receiver. Source: contract 50 section 7. */
export function callReceiver(
  { config, outbound }: Context,
  { target }: Subscription,
  call: WebhookCall,
  at: Date,
): Promise<OutboundAnswer> {
  const { webhookId: id, body, secrets } = call;
  const headers = { ...plainHeaders(call), ...webhookHeaders({ id, at, body }, secrets) };
  const totalMs = config.WEBHOOK_CALL_TIMEOUT;
  const limits = { connectMs: Math.min(connectMs, totalMs), totalMs, bodyBytes };
  return outbound.post(target, { body, headers, limits });
}

/** The headers that the history may show. */
export function plainHeaders({ eventId, attempt }: Pick<WebhookCall, 'eventId' | 'attempt'>): Record<string, string> {
  return {
    ...{ 'content-type': 'application/json', 'user-agent': userAgent },
    ...{ 'parley-event': eventId, 'parley-attempt': String(attempt) },
  };
}
