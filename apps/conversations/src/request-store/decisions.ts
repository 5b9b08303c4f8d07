import type { Needs } from '../request/facts.ts';
import type { FetchedFacts } from '../request/fetched-facts.ts';
import type { Change } from '../request-state/change.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { isWaitingForHuman, type SupportRequest, seatHolders } from '../request-state/request.ts';
import { withSchedules } from '../schedule/schedule.ts';
import { withServiceLevels } from '../service-level/advance.ts';
import type { Loaded } from './request.loader.ts';

/** Ends the transaction, because a remote call must never hold a row lock. */
export class MoreNeeded extends Error {
  readonly needs: Needs;

  constructor(needs: Needs) {
    super('The decision needs facts that were not fetched before its transaction.');
    this.needs = needs;
  }
}

/** @throws MoreNeeded */
export function requireFacts(
  fetched: FetchedFacts,
  current: RequestWithCopies,
  needs: ((current: RequestWithCopies) => Needs) | undefined,
): void {
  const missing = needs && fetched.missing(needs(current));
  if (missing) throw new MoreNeeded(missing);
}

/** What a change means for scheduled messages and service levels, added to it. */
export function followed({ config, copies }: Loaded, change: Change, at: Date): Change {
  return withServiceLevels(withSchedules(change), { at, config, lead: copies.lead });
}

/** A seat was freed, or this request waits now. */
export function freesCapacity(current: SupportRequest, next: SupportRequest): boolean {
  const holders = seatHolders(next);
  const freed = seatHolders(current).some((user) => !holders.includes(user));
  return freed || (isWaitingForHuman(next) && !isWaitingForHuman(current));
}
