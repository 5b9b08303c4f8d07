import type { EventEnvelope, messageCreated } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { keepRequests } from '../conversation/keep-requests.ts';
import { factOf as requestFactOf } from '../conversation/request-fact.ts';
import { counts, factOf } from './message-fact.ts';

type Said = z.output<(typeof messageCreated)['schema']>;

/** What is hidden, and what the system says, is in no figure; its request has events of its own. */
export function isCounted({ message }: Said): boolean {
  return counts(message);
}

export async function recordMessages(context: Context, events: readonly EventEnvelope<Said>[]): Promise<void> {
  const kept = await keepRequests(
    context,
    events.map(({ data, time }) => requestFactOf(data.request, new Date(time))),
  );
  const messages = events.map(({ data: { message, request, fromRequester }, time }) =>
    factOf(message, request._id, fromRequester, new Date(time)),
  );
  await context.messages.keep(
    messages,
    kept.map(({ after }) => after),
  );
}
