import { webhookHeaders } from '@parley/service-kit';
import { z } from 'zod';

import { agentViewOf, type Bot } from '../bot/bot.ts';
import { signBotToken } from '../bot/bot-token.ts';
import type { Context } from '../context.ts';
import type { EffectOf, WebhookReply } from '../engine/effect.ts';
import { agentViewOf as intentAgentViewOf } from '../intent/intent.ts';
import type { Turn } from './turn.ts';

/** What is used of an answer; anything else is a failure. Source: contract 60 section 7.3. */
const Reply = z.object({
  text: z.string(),
  attributes: z.record(z.string(), z.unknown()).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  metadata: z.record(z.string(), z.unknown()).optional().catch(undefined),
  language: z.string().optional().catch(undefined),
  parameters: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

const totalMs = 10_000;
const headersMs = 5_000;
const bodyBytes = 262_144;
const tokenSeconds = 900;
/** Whoever answers so may answer otherwise in a moment. */
const passing = new Set([502, 503, 504]);

/** Asks a webhook for the words of an intent: once more, if there was no answer and there is time. */
export async function callWebhook(
  context: Context,
  { bot, turn, leftMs }: { bot: Bot; turn: Turn; leftMs: number },
  { url, intent, parameters, nth }: EffectOf<'webhook'>,
): Promise<WebhookReply | 'failed'> {
  const secrets = secretsOf(context, bot);
  const [secret] = secrets;
  const [stored] = await context.intents.findAll(bot.projectId, [intent.id]);
  if (secret === undefined || stored === undefined) return 'failed';

  const at = new Date();
  const { id, projectId, name } = bot;
  const of = { id, projectId, name, at, ttlSeconds: tokenSeconds, publicUrl: context.publicUrl };
  const token = await signBotToken(secret, { ...of, requestId: turn.requestId });
  const { message, about } = turn;
  const payload = {
    text: message.text,
    bot: agentViewOf(bot),
    message: { ...message, request: about.request },
    intent: intentAgentViewOf(stored, bot.language),
  };
  const body = JSON.stringify({ payload, variables: parameters, token });
  const until = Date.now() + Math.min(totalMs, leftMs);
  for (let attempt = 1; ; attempt += 1) {
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...webhookHeaders({ id: `msg_${message._id}_${nth}`, at: new Date(), body }, secrets),
    };
    const limits = { headersMs, totalMs: Math.max(1, until - Date.now()), bodyBytes };
    const answer = await context.outbound.post(url, { body, headers, limits });
    if (answer.outcome === 'ok') return replyIn(answer.body);
    const isPassing = answer.outcome === 'connect' || (answer.status !== undefined && passing.has(answer.status));
    if (!isPassing || attempt === 2 || Date.now() >= until) return 'failed';
  }
}

const userAgent = 'parley-bot/0.1.0';

function replyIn(body: Buffer): WebhookReply | 'failed' {
  try {
    const { data } = Reply.safeParse(JSON.parse(body.toString('utf8')));
    if (data === undefined) return 'failed';
    return Object.fromEntries(
      Object.entries(data).filter(([, value]) => value !== undefined),
    ) as unknown as WebhookReply;
  } catch {
    return 'failed';
  }
}

/** Both count while a rotation overlaps. */
function secretsOf({ secrets }: Context, { id, secret, previousSecret, previousSecretUntil }: Bot): string[] {
  const isOverlapping = previousSecretUntil !== null && previousSecretUntil > new Date();
  const sealed = [secret, isOverlapping ? previousSecret : null].filter((one) => one !== null);
  return sealed.map((one) => secrets.open(one, id));
}
