import type { Context } from '../context.ts';

/** Measures how long the oldest mail has waited to be worked on, and the oldest to be sent. */
export async function measureWaiting({ inbound, outgoing, clock, counts }: Context): Promise<void> {
  const ageOf = (since: Date | undefined) => (since ? Math.max(0, clock.now().getTime() - since.getTime()) : 0);
  counts.waiting(ageOf(await inbound.waitingSince()));
  counts.waitingToLeave(ageOf(await outgoing.waitingSince()));
}
