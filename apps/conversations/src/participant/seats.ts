import { requestAssigned } from '@parley/contracts';

import type { Change } from '../request-state/change.ts';
import { type SupportRequest, seatHolders } from '../request-state/request.ts';

export interface Seat {
  held: number;
  lastAssignedAt: Date | null;
}

/** Seats by user id; a missing user holds none and was never assigned. */
export type SeatsByUser = ReadonlyMap<string, Seat>;

export const noSeats: SeatsByUser = new Map();

export interface SeatDelta {
  id_user: string;
  /** -1, 0 or 1. */
  held: number;
  /** The user was assigned in this change. */
  assigned: boolean;
  /** Capacity to check, this seat included; `null`: unlimited. */
  most: number | null;
}

/** User ids that a change assigns. */
export function assignedIn({ events }: Change): string[] {
  return events.flatMap(({ type, data }) => (type === requestAssigned.type ? [String(data.assigneeId)] : []));
}

/**
 * Deltas of the seat counters, in user-id order, the order in which they are locked.
 * @param assigned user ids that were assigned in this change
 * @param limits capacity by user id, of those whose limit is checked
 */
export function seatDeltas(
  before: SupportRequest | null,
  after: SupportRequest,
  assigned: readonly string[],
  limits: Readonly<Record<string, number>> = {},
): SeatDelta[] {
  const freed = before ? seatHolders(before) : [];
  const taken = seatHolders(after);
  const people = new Set([...freed, ...taken, ...(after.draft ? [] : assigned)]);
  return [...people]
    .sort()
    .map((id) => ({
      id_user: id,
      held: Number(taken.includes(id)) - Number(freed.includes(id)),
      assigned: assigned.includes(id) && !after.draft,
      most: limits[id] ?? null,
    }))
    .filter((delta) => delta.held !== 0 || delta.assigned);
}
