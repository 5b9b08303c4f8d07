import type { Context } from '../context.ts';

/** Measures how long the oldest mail has waited to be worked on, how late the mails are that go out, and how many mailboxes fail. */
export async function measureWaiting({ inbound, outgoing, mailboxes, clock, counts }: Context): Promise<void> {
  const ageOf = (since: Date | undefined) => (since ? Math.max(0, clock.now().getTime() - since.getTime()) : 0);
  counts.waiting(ageOf(await inbound.waitingSince()));
  counts.late(ageOf(await outgoing.dueAt()));
  counts.failing(await mailboxes.countFailing());
}
