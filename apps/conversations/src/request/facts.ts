import type { MoveFacts } from '../participant/membership.ts';
import type { SeatsByUser } from '../participant/seats.ts';
import { humansOf, type SupportRequest } from '../request-state/request.ts';
import type { RoutingFacts } from '../routing/routing-pass.ts';
import type { ReopenFacts } from './lifecycle.ts';

/** What a rule needs to know besides the request. The repository fetches it before it runs the rule. */
export interface Needs {
  /** Departments that it routes to; `null`: the default one. */
  routing?: readonly (string | null)[];
  /** Users whose seats it counts. */
  seats?: readonly string[];
}

export const noNeeds: Needs = {};

export const isNothing = ({ routing = [], seats = [] }: Needs): boolean => routing.length + seats.length === 0;

/** Facts for a rule. Those that its `Needs` do not declare are an error of the program. */
export interface Facts extends Omit<MoveFacts, 'seats'>, RoutingFacts {
  at: Date;
  /** Seats of these users, locked. */
  seats(users: readonly string[]): SeatsByUser;
  reopening(request: SupportRequest): ReopenFacts;
}

/** What `Facts.reopening` needs. */
export const reopeningNeeds = (request: SupportRequest): Needs => ({
  routing: [request.departmentId],
  seats: humansOf(request),
});
