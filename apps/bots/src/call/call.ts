import type { BotCallView } from '@parley/contracts';
import type { OutboundAnswer } from '@parley/outbound';

/** Why a bot is called: a message for it, or words that an intent wants. */
type CallKind = 'message' | 'webhook';

/** A call that is about to be made, as the log keeps it. */
export interface NewCall {
  projectId: string;
  /** Of the call, and the `jti` of its token. */
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
  /** The event that it is made for, and its depth: what is done with its token inherits both. */
  event: string;
  depth: number;
}

/** The same, when it is over. */
export interface Call extends NewCall {
  outcome: OutboundAnswer['outcome'];
  status: number | null;
  durationMs: number;
}

/** Any 2xx is one, however much comes with it. */
export function isDelivered({ outcome, status = 0 }: Pick<OutboundAnswer, 'outcome' | 'status'>): boolean {
  return outcome === 'ok' || (outcome === 'too_large' && status >= 200 && status < 300);
}

/** As admins see it: no body, no token. Source: contract 60 section 2. */
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
