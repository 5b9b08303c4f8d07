import { type OutboundAnswer, webhookHeaders } from '@parley/outbound';
import { newId } from '@parley/service-kit/call';

import type { Bot } from '../bot/bot.ts';
import { signBotToken } from '../bot/bot-token.ts';
import { openSecrets } from '../bot/secret.ts';
import type { Context } from '../context.ts';
import type { NewCall } from './call.ts';

/** A call to a bot, or to the webhook of one. */
export interface CallRequest extends Omit<NewCall, 'projectId' | 'id' | 'botId' | 'at'> {
  /** By whose secret it is signed. */
  bot: Bot;
  url: string;
  /** All of it, with the token that may answer. */
  bodyWith(token: string): object;
  /** For the whole of it. */
  totalMs: number;
}

const headersMs = 5_000;
const bodyBytes = 262_144;
const tokenSeconds = 900;
const userAgent = 'parley-bot/0.1.0';

/**
 * Makes one signed call, and keeps note of it. Source: contract 60 section 7.8.
 * @returns nothing while the bot is left alone, because it failed so often
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
