import { RequestStatus } from '@parley/contracts';
import { leave, remove } from '../participant/membership.ts';
import { noSeats } from '../participant/seats.ts';
import { begin, type Change, finish, unchanged } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { route } from '../routing/routing.ts';
import { type Facts, type Needs, noNeeds } from './facts.ts';

const how = { reason: 'bot_removed', source: 'bots', comment: 'releaseBot' } as const;

/** Line 22 of contract 20 section 5: a deleted or trashed bot leaves; if it was the only participant, the request is routed to humans. */
export function releaseBot(current: SupportRequest, bot: string, facts: Facts): Change {
  if (!isServing(current, bot)) return unchanged(current);
  if (current.participants.length > 1) return remove(current, bot, how, { ...facts, seats: noSeats });
  if (current.preflight) return waitForRequester(current, bot, facts);
  const { routingContext, ...pass } = facts.routing(current.departmentId);
  return route(current, routingContext, { nobot: true, ...how, botReason: how.reason }, pass);
}

/** What `releaseBot` needs. */
export function releaseNeeds(current: SupportRequest, bot: string): Needs {
  const isRouted = isServing(current, bot) && current.participants.length === 1 && !current.preflight;
  return isRouted ? { routing: [current.departmentId] } : noNeeds;
}

function isServing({ status, participants }: SupportRequest, bot: string): boolean {
  return status !== RequestStatus.closed && participants.includes(bot);
}

/** In preflight the request waits for the requester's first message without taking an agent's capacity. */
function waitForRequester(current: SupportRequest, bot: string, { at }: Facts): Change {
  const draft = begin(current, at);
  leave(draft, [bot], how);
  draft.next.status = RequestStatus.temporary;
  return finish(draft, how.comment);
}
