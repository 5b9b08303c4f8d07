import type { messageCreated } from '@parley/contracts';
import type { z } from 'zod';

import { explicitOf } from './explicit.ts';

type MessageCreated = z.output<(typeof messageCreated)['schema']>;

const closed = 1_000;

/**
 * Whether a message starts a turn of a bot, judged by its event alone. Source: contract 60 section 7.1.
 * @param bot `bot_<id>` of the bot that would answer
 */
export function startsTurn({ message, request, fromRequester }: MessageCreated, bot: string): boolean {
  if (request.status >= closed || message.imported || message.automated || message.audience === 'private') return false;
  if (message.sender === bot || message.createdBy === bot) return false;
  const { subtype, automation } = message.attributes ?? {};
  // A message of a rule asks no bot anything.
  if (typeof automation === 'object' && automation !== null && 'rule' in automation) return false;
  if (typeof subtype === 'string' && subtype.startsWith('info/')) return false;
  return fromRequester || explicitOf({ text: message.text, attributes: message.attributes ?? {} }) !== undefined;
}

/** Ids of the bots of a request without prefix, latest joined first. */
export function botsOf({ request }: Pick<MessageCreated, 'request'>): string[] {
  return (request.participantsBots ?? []).toReversed();
}
