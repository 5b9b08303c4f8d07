import type { BotCallView } from '@parley/contracts';
import type { OutboundAnswer } from '@parley/outbound';

/** Why a bot is called: a message for an external bot, or the webhook of an intent. */
type CallKind = 'message' | 'webhook';

/** A call about to be made, as the call log stores it. */
export interface NewCall {
  projectId: string;
  /** Id of the call, and `jti` of its token. */
  id: string;
  botId: string;
  /** The same on every attempt. */
  webhookId: string;
  requestId: string;
  messageId: string;
  kind: CallKind;
  /** 1 for the first one. */
  attempt: number;
  at: Date;
  /** The event that caused the call, and its causation depth; changes made with its token inherit both. */
  event: string;
  depth: number;
}

/** A finished call. */
export interface Call extends NewCall {
  outcome: OutboundAnswer['outcome'];
  status: number | null;
  durationMs: number;
}

/** Any 2xx counts as delivered, even when its body is too large. */
export function isDelivered({ outcome, status = 0 }: Pick<OutboundAnswer, 'outcome' | 'status'>): boolean {
  return outcome === 'ok' || (outcome === 'too_large' && status >= 200 && status < 300);
}

/** The view for admins: no body, no token. Source: contract 60 section 2. */
export function viewOf(call: Call): BotCallView {
  return {
    _id: call.id,
    webhook_id: call.webhookId,
    request_id: call.requestId,
    message_id: call.messageId,
    kind: call.kind,
    attempt: call.attempt,
    at: call.at.toISOString(),
    duration_ms: call.durationMs,
    ...(call.status !== null && { status: call.status }),
    outcome: call.outcome,
  };
}
