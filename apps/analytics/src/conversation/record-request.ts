import type { EventEnvelope, RequestInEvent } from '@parley/contracts';

import type { Context } from '../context.ts';
import { concernsMessages, factOf } from './request-fact.ts';

/** Takes over what an event says of a request. */
export async function recordRequest(
  context: Context,
  { data, time }: EventEnvelope<{ request: Omit<RequestInEvent, 'notes' | 'attributes' | 'first_text'> }>,
): Promise<void> {
  const kept = await context.requests.keep(factOf(data.request, new Date(time)));
  if (concernsMessages(kept)) await context.messages.follow(kept.after);
}
