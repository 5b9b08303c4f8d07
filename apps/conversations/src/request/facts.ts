import type { MoveFacts } from '../participant/membership.ts';
import type { SeatsByUser } from '../participant/seats.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { RoutingFacts } from '../routing/routing-pass.ts';
import type { ReopenFacts } from './lifecycle.ts';

/**
 * Facts that rules may ask for. When one is missing (another service must be called, seats must be locked), the repository
 * fetches it and runs the rules again.
 */
export interface Facts extends Omit<MoveFacts, 'seats'>, RoutingFacts {
  at: Date;
  /** Seats of these users, locked. */
  seats(users: readonly string[]): SeatsByUser;
  reopening(request: SupportRequest): ReopenFacts;
}

/** Thrown when a rule asks for facts that are not fetched yet; never leaves the repository. */
export class MissingFacts extends Error {
  readonly departments: readonly (string | null)[];
  readonly users: readonly string[];

  constructor(departments: readonly (string | null)[], users: readonly string[]) {
    super('Facts are missing for this decision.');
    this.departments = departments;
    this.users = users;
  }
}
