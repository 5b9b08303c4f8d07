import type { Context } from '../context.ts';

/** Measures how long the oldest mail has waited to be worked on. */
export async function measureWaiting({ inbound, clock, counts }: Context): Promise<void> {
  const since = await inbound.waitingSince();
  counts.waiting(since === undefined ? 0 : Math.max(0, clock.now().getTime() - since.getTime()));
}
