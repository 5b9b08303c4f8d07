import type { MoveFacts } from '../participant/membership.ts';
import type { SeatBook } from '../participant/seats.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { RoutingFacts } from '../routing/roster.ts';
import type { ReopenFacts } from './lifecycle.ts';

/**
 * What the rules may ask while a request is locked. Facts that are not there yet (another service must be asked, seats must be
 * locked) are fetched by the repository, which then asks the rules again.
 */
export interface Facts extends Omit<MoveFacts, 'seats'>, RoutingFacts {
  at: Date;
  /** Seats of these users, locked. */
  seats(users: readonly string[]): SeatBook;
  reopening(request: SupportRequest): ReopenFacts;
}

/** Thrown by facts that are not there yet; never leaves the repository. */
export class FactsNeeded extends Error {
  readonly departments: readonly (string | null)[];
  readonly users: readonly string[];

  constructor(departments: readonly (string | null)[], users: readonly string[]) {
    super('Facts are needed before this can be decided.');
    this.departments = departments;
    this.users = users;
  }
}
