import { z } from 'zod';

import type { Bot } from '../bot/bot.ts';
import { agentViewOf } from '../bot/bot.view.ts';
import { callBot } from '../call/call-bot.ts';
import type { Context } from '../context.ts';
import type { EffectOf, ResultOf, WebhookReply } from '../engine/effect.ts';
import { agentViewOf as viewOfIntent } from '../intent/intent.ts';
import { originOf, type Turn } from './turn.ts';

/** The used part of a response; anything else is a failure. Source: contract 60 section 7.3. */
const Reply = z.object({
  text: z.string(),
  attributes: z.record(z.string(), z.unknown()).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  metadata: z.record(z.string(), z.unknown()).optional().catch(undefined),
  language: z.string().optional().catch(undefined),
  parameters: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

const totalMs = 10_000;
const maxAttempts = 2;
/** Gateway errors, worth a second attempt. */
const transientStatuses = new Set([502, 503, 504]);

/** The bot whose webhook is called, and the turn it is called for. */
interface Caller {
  /** The original with its secret, also when a published copy answers. */
  bot: Bot;
  turn: Turn;
  leftMs: number;
}

/** Calls the webhook of an intent; a second time after a transient failure, if time is left. */
export async function callWebhook(
  context: Context,
  { bot, turn, leftMs }: Caller,
  { url, intent: { id }, parameters, nth }: EffectOf<'webhook'>,
): Promise<ResultOf<'webhook'>> {
  const [intent] = await context.intents.findAll(bot.projectId, [id]);
  if (intent === undefined) return 'failed';

  const { text } = turn.message;
  const message = { ...turn.message, request: turn.about.request };
  const payload = { text, bot: agentViewOf(bot), message, intent: viewOfIntent(intent, bot.language) };
  const wanted = {
    ...{ ...originOf(turn), bot, url, kind: 'webhook' as const, webhookId: `msg_${turn.id}_${nth}` },
    bodyWith: (token: string) => ({ payload, variables: parameters, token }),
  };
  const until = Date.now() + Math.min(totalMs, leftMs);
  for (let attempt = 1; ; attempt += 1) {
    const answer = await callBot(context, { ...wanted, attempt, totalMs: Math.max(1, until - Date.now()) });
    if (answer === undefined) return 'suspended';
    if (answer.outcome === 'ok') return replyIn(answer.body);
    const isPassing =
      answer.outcome === 'connect' || (answer.status !== undefined && transientStatuses.has(answer.status));
    if (!isPassing || attempt === maxAttempts || Date.now() >= until) return 'failed';
  }
}

function replyIn(body: Buffer): WebhookReply | 'failed' {
  try {
    const { data } = Reply.safeParse(JSON.parse(body.toString('utf8')));
    if (data === undefined) return 'failed';
    const { text, ...more } = data;
    return { text, ...given(more) };
  } catch {
    return 'failed';
  }
}

type Given<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

function given<Members extends object>(members: Members): Given<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<Members>;
}
