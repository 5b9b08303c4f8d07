import type { Context } from '../context.ts';

const atOnce = 1_000;
const dayMs = 86_400_000;

/** Removes raw mails and rows of the ledger whose retention has ended. */
export async function forgetMails({ config, inbound, outgoing, clock }: Context): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  const [raw, rows] = [before(config.MAIL_RAW_DAYS), before(config.MAIL_LEDGER_DAYS)];
  while (await inbound.raw.forget(raw, before(1), atOnce));
  while (await inbound.forget(rows, atOnce));
  while (await outgoing.forget(rows, atOnce));
}
