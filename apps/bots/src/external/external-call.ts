import { TurnMessage } from '@parley/contracts';
import { isTransientStatus, nextWaitMs, type OutboundAnswer } from '@parley/outbound';
import { z } from 'zod';

import type { Bot } from '../bot/bot.ts';
import { agentViewOf } from '../bot/bot.view.ts';
import { isDelivered } from '../call/call.ts';
import type { Turn } from '../turn/turn.ts';

/** The response body of a bot; anything else counts as an empty response. Source: contract 60 section 7.8. */
const Message = z.object({
  text: z.string(),
  type: z.unknown().optional(),
  metadata: z.unknown().optional(),
  attributes: z.unknown().optional(),
  language: z.unknown().optional(),
});
const Body = z.looseObject({
  messages: z.array(z.unknown()).catch([]),
  parameters: z.record(z.string(), z.unknown()).catch({}),
});

type ExternalMessage = z.input<typeof TurnMessage>;

/** The messages and parameters in a response. */
export interface ExternalReply {
  messages: ExternalMessage[];
  parameters: Record<string, unknown>;
}

const maxMessages = 10;
const maxRetryAfterMs = 15_000;

/** The body of a call: the message with its request, the view of the bot for agents, and a token for answers. */
export function bodyOf({ message, about, messageAt }: Turn, bot: Bot, token: string): object {
  const { snapshot: _snapshot, ...request } = about.request;
  return { timestamp: messageAt.getTime(), payload: { ...message, request }, hook: agentViewOf(bot), token };
}

/** Reads the first ten valid messages of a response. */
export function replyIn({ outcome, body }: Pick<OutboundAnswer, 'outcome' | 'body'>): ExternalReply {
  const whole = outcome === 'ok' ? Body.safeParse(parsed(body)).data : undefined;
  if (whole === undefined) return { messages: [], parameters: {} };
  const candidates = typeof whole.text === 'string' ? [whole] : whole.messages.slice(0, maxMessages);
  const messages = candidates.flatMap((one) => {
    const { data } = Message.safeParse(one);
    if (data === undefined) return [];
    const message = { ...data, attributes: data.attributes ?? {} };
    return TurnMessage.safeParse(message).success ? [message as ExternalMessage] : [];
  });
  return { messages, parameters: whole.parameters };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The pause before the next attempt; undefined after the last attempt or a permanent failure.
 * @param pauseMs after the first attempt; four times that after the second
 */
export function pauseAfter(answer: OutboundAnswer, failures: number, pauseMs: number, at: Date): number | undefined {
  if (isDelivered(answer) || !isTransient(answer)) return undefined;
  const schedule = { waitsMs: [pauseMs, 4 * pauseMs], jitter: 0.2, maxRetryAfterMs };
  return nextWaitMs(schedule, { failures, at, retryAfter: answer.headers['retry-after'] });
}

function isTransient({ outcome, status }: OutboundAnswer): boolean {
  if (outcome === 'url_not_allowed') return false;
  if (status === undefined || (outcome !== 'status' && status < 300)) return true;
  return isTransientStatus(status);
}
