import type { EventEnvelope, requestSlaBreached, requestSlaEnded } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { breachedFactOf, endedFactOf } from './clock-fact.ts';

type Breached = EventEnvelope<z.output<(typeof requestSlaBreached)['schema']>>;
type Ended = EventEnvelope<z.output<(typeof requestSlaEnded)['schema']>>;

export function recordBreaches(context: Context, events: readonly Breached[]): Promise<void> {
  return context.clocks.keep(events.map(breachedFactOf));
}

export function recordEnds(context: Context, events: readonly Ended[]): Promise<void> {
  return context.clocks.keep(events.map(endedFactOf));
}
