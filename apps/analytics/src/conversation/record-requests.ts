import type { EventEnvelope, RequestInEvent } from '@parley/contracts';

import type { Context } from '../context.ts';
import { keepRequests } from './keep-requests.ts';
import { factOf } from './request-fact.ts';

type Recorded = EventEnvelope<{ request: Omit<RequestInEvent, 'notes' | 'attributes' | 'first_text'> }>;

/** Records the facts of requests from their events. */
export async function recordRequests(context: Context, events: readonly Recorded[]): Promise<void> {
  await keepRequests(
    context,
    events.map(({ data, time }) => factOf(data.request, new Date(time))),
  );
}
