import type { Context } from '../context.ts';

const atOnce = 5_000;
const dayMs = 86_400_000;

/** Deliveries whose time is over have failed, whether or not anybody was called meanwhile. */
export async function expireDeliveries({ deliveries, clock }: Context): Promise<void> {
  while (await deliveries.expire(clock.now(), atOnce));
}

/** Payloads and attempts are kept for a while. */
export async function forgetDeliveries({ deliveries, subjects, config, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - config.WEBHOOK_LEDGER_DAYS * dayMs);
  while (await deliveries.forgetBefore(before, atOnce));
  await subjects.forgetErasedBefore(new Date(clock.now().getTime() - 30 * dayMs));
}
