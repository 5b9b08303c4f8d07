import type { Context } from '../context.ts';

const atOnce = 5_000;
const dayMs = 86_400_000;

/** Fails deliveries past their lifetime, whether or not they were attempted. */
export async function expireDeliveries({ deliveries, clock }: Context): Promise<void> {
  while (await deliveries.expire(clock.now(), atOnce));
}

/** Removes payloads and attempts past their retention. */
export async function forgetDeliveries({ deliveries, subjects, config, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - config.WEBHOOK_LEDGER_DAYS * dayMs);
  while (await deliveries.forgetBefore(before, atOnce));
  await subjects.forgetErasedBefore(new Date(clock.now().getTime() - 30 * dayMs));
}
