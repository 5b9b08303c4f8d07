import type { EventEnvelope, messageCreated } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { concernsMessages, factOf as requestFactOf } from '../conversation/request-fact.ts';
import { counts, factOf } from './message-fact.ts';

type Said = z.output<(typeof messageCreated)['schema']>;

/** What is hidden, and what the system says, is in no figure; its request has events of its own. */
export function isCounted({ message }: Said): boolean {
  return counts(message);
}

export async function recordMessage(context: Context, { data, time }: EventEnvelope<Said>): Promise<void> {
  const { message, request, fromRequester } = data;
  const toldAt = new Date(time);
  const kept = await context.requests.keep(requestFactOf(request, toldAt));
  if (concernsMessages(kept)) await context.messages.follow(kept.after);
  await context.messages.keep(factOf(message, request._id, fromRequester, toldAt), kept.after);
}
