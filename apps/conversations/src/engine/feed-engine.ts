import type { EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';
import { engineCallOf } from './engine.ts';

const batchEvents = 500;

/** Queues calls to the external engine for all events committed since the last round, in their order. */
export async function feedEngine(context: Context): Promise<void> {
  const { seq: end } = await context.feed.end();
  const state = await context.deliveries.state();
  if (!state) return context.deliveries.begin(end);

  let from = { seq: state.seq, at: state.at };
  while (from.seq < end) {
    const rows = await context.deliveries.events(from, end, batchEvents);
    const last = rows.length === batchEvents ? rows.at(-1) : undefined;
    const to = last ? { seq: last.seq, at: last.at } : { seq: end, at: rows.at(-1)?.at ?? from.at };
    const calls = rows.flatMap(({ event, id, projectId, seq }) => {
      const call = engineCallOf(JSON.parse(event) as EventEnvelope);
      return call ? [{ ...call, projectId, id, seq }] : [];
    });
    await context.deliveries.record(from, to, calls);
    from = to;
  }
}
