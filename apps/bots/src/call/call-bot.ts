import { type OutboundAnswer, webhookHeaders } from '@parley/outbound';
import { newId } from '@parley/service-kit/call';

import type { Bot } from '../bot/bot.ts';
import { signBotToken } from '../bot/bot-token.ts';
import { openSecrets } from '../bot/secret.ts';
import type { Context } from '../context.ts';
import type { NewCall } from './call.ts';

/** A call to an external bot, or to the webhook of a bot. */
export interface CallRequest extends Omit<NewCall, 'projectId' | 'id' | 'botId' | 'at'> {
  /** The bot whose secret signs the call. */
  bot: Bot;
  url: string;
  /** The whole body, including the token that authorises answers. */
  bodyWith(token: string): object;
  /** Total timeout. */
  totalMs: number;
}

const headersMs = 5_000;
const bodyBytes = 262_144;
const tokenSeconds = 900;
const userAgent = 'parley-bot/0.1.0';

/**
 * Makes one signed call and records it. Source: contract 60 section 7.8.
 * @returns undefined while the circuit breaker of the bot is open
 */
export async function callBot(context: Context, wanted: CallRequest): Promise<OutboundAnswer | undefined> {
  const { bot, url, bodyWith, totalMs, ...about } = wanted;
  const { calls, outbound, publicUrl } = context;
  const at = new Date();
  const secrets = openSecrets(context.secrets, bot, at);
  const [secret = ''] = secrets;
  const call: NewCall = { ...about, projectId: bot.projectId, id: newId(at), botId: bot.id, at };
  if (secret === '' || !(await calls.begin(call))) return undefined;

  const { id, projectId, name } = bot;
  const of = { id, projectId, name, publicUrl, at, ttlSeconds: tokenSeconds, requestId: call.requestId, jti: call.id };
  const body = JSON.stringify(bodyWith(await signBotToken(secret, of)));
  const answer = await outbound.post(url, {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...webhookHeaders({ id: call.webhookId, at, body }, secrets),
    },
    limits: { headersMs: Math.min(headersMs, totalMs), totalMs, bodyBytes },
  });
  await calls.end(call, answer);
  return answer;
}
