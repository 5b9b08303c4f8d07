import type { EventEnvelope, messageCreated } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { keepRequests } from '../conversation/keep-requests.ts';
import { provisionalFactOf } from '../conversation/request-fact.ts';
import { counts, factOf } from './message-fact.ts';

type MessageCreated = z.output<(typeof messageCreated)['schema']>;

/** Hidden messages and those of the system are in no figure; their requests have events of their own. */
export function isCounted({ message }: MessageCreated): boolean {
  return counts(message);
}

/** Usually the request is known, and only messages are written. */
export async function recordMessages(
  context: Context,
  events: readonly EventEnvelope<MessageCreated>[],
): Promise<void> {
  const orphans = await keepMessages(context, events);
  if (orphans.length === 0) return;
  await keepRequests(
    context,
    orphans.map(({ data, time }) => provisionalFactOf(data.request, new Date(time))),
  );
  await keepMessages(context, orphans);
}

/** @returns the events whose request is unknown */
async function keepMessages(
  { messages }: Context,
  events: readonly EventEnvelope<MessageCreated>[],
): Promise<EventEnvelope<MessageCreated>[]> {
  const facts = events.map(({ data: { message, request, fromRequester }, time }) =>
    factOf(message, request._id, fromRequester, new Date(time)),
  );
  const unknown = await messages.keep(facts);
  return unknown.size === 0 ? [] : events.filter(({ data }) => unknown.has(data.message._id));
}
