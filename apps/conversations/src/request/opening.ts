import { type Priority, RequestStatus, requestCreated, type SnapshotView, type TagView } from '@parley/contracts';
import type { Mover } from '../access/actor.ts';
import { enter, explicitDecision, type Joiner, takeSeats } from '../participant/membership.ts';
import type { SeatsByUser } from '../participant/seats.ts';
import { type ChangeDraft, pendingEvent, updateDerived } from '../request-state/change.ts';
import type { NewMessage } from '../request-state/message.ts';
import { initialRequestValues } from '../request-state/request.columns.ts';
import { humansOf, isBot, type SupportRequest } from '../request-state/request.ts';
import { apply } from '../routing/routing.ts';
import { type PassFacts, pass, type RoutingContext, routingSnapshot } from '../routing/routing-pass.ts';

/** The values of a new request. */
export interface Opening {
  projectId: string;
  id: string;
  requestId: string;
  ticketId: number;
  createdBy: string;
  requester: string;
  requesterTeammate: string | null;
  leadId: string;
  contact: SupportRequest['contact'];
  snapshot: Pick<SnapshotView, 'requester' | 'lead'>;
  firstText: string;
  subject: string | null;
  language: string | null;
  sourcePage: string | null;
  userAgent: string | null;
  channel: string;
  priority: Priority;
  location: SupportRequest['location'];
  attributes: Record<string, unknown>;
  followers: string[];
  tags: TagView[];
  smartAssignment: boolean;
  workingStatus: string | null;
  /** The requester has not sent a visible message yet. */
  preflight: boolean;
  /** Created with status 50: not routed until a caller asks for it. */
  parked: boolean;
  /** Named by the caller: they are added, and nothing is routed. */
  participants: readonly Joiner[];
  /** Set by an import, which routes nothing; without participants it still belongs to the department. */
  imported: { createdAt: Date | null; closedAt: Date | null; closedBy: string | null; closed: boolean } | null;
}

export interface OpeningFacts {
  at: Date;
  by: Mover;
  seats: SeatsByUser;
  /** Absent when participants were named without a department. */
  routingContext: RoutingContext | null;
  awaited: PassFacts['awaited'];
  source: 'create' | 'message';
}

/** Lines 1 to 4 of contract 20 section 5. Writes no service line. */
export function open(opening: Opening, facts: OpeningFacts, first?: NewMessage): ChangeDraft {
  const { at, routingContext } = facts;
  const draft: ChangeDraft = {
    current: null,
    next: initialRequest(opening, facts),
    events: [],
    messages: [],
    lines: [],
    at,
  };
  const { imported } = opening;
  draft.events.push(pendingEvent(requestCreated, { ...(imported && { imported: true }) }));
  if (first) draft.messages.push(first);

  if (opening.participants.length > 0) placeNamed(draft, opening.participants, facts, imported !== null);
  else if (imported) draft.next.status = RequestStatus.unserved;
  else if (opening.parked) draft.next.status = RequestStatus.temporary;
  else if (routingContext) routeNew(draft, routingContext, opening.preflight, facts);

  if (imported?.closed) closeImported(draft.next, imported);
  updateDerived(draft.next, null, at);
  return draft;
}

function initialRequest(opening: Opening, { at, routingContext }: OpeningFacts): SupportRequest {
  const { imported, preflight, participants: _named, parked: _parked, snapshot, ...given } = opening;
  const createdAt = imported?.createdAt ?? at;
  const sourcePage = given.sourcePage ?? text(given.attributes.sourcePage);
  return {
    ...initialRequestValues,
    ...given,
    createdAt,
    updatedAt: at,
    activeAt: at,
    status: RequestStatus.unserved,
    preflight,
    draft: sourcePage?.includes('td_draft=true') ?? false,
    imported: imported !== null,
    channelOutbound: given.channel,
    departmentId: routingContext?.department.id || null,
    snapshot: { ...snapshot, ...(routingContext && routingSnapshot(routingContext)) },
    waitingSince: createdAt,
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function placeNamed(draft: ChangeDraft, named: readonly Joiner[], facts: OpeningFacts, imported: boolean): void {
  const members = named.map((joiner) => joiner.member);
  if (imported) {
    // An import only states the result: no events, no notifications.
    draft.next.participants = members;
    draft.next.status = RequestStatus.served;
    draft.next.assignedAt = draft.next.createdAt;
    draft.next.humanServed = humansOf(draft.next).length > 0;
    return;
  }
  const over = takeSeats(draft, named, facts.by, facts.seats);
  const human = members.find((member) => !isBot(member));
  enter(draft, members, {
    source: facts.source,
    assignmentType: human === facts.by.id ? 'self_join' : 'manual_reassign',
    decision: explicitDecision('explicit', human ?? members[0], over),
    silent: true,
  });
}

function routeNew(draft: ChangeDraft, routingContext: RoutingContext, preflight: boolean, facts: OpeningFacts): void {
  const outcome = pass(draft.next, routingContext, false, facts);
  // A requester who has not written yet takes no agent's capacity.
  if (preflight && outcome.take !== 'bot') {
    draft.next.status = RequestStatus.temporary;
    return;
  }
  const [created] = draft.events;
  // The event of an assignment carries the decision; without one, that of the creation does.
  if (outcome.take === 'none' && created) draft.events[0] = { ...created, decision: outcome.decision };
  apply(draft, outcome, { source: facts.source, comment: facts.source, silent: true });
}

function closeImported(next: SupportRequest, { closedAt, closedBy }: NonNullable<Opening['imported']>): void {
  const at = closedAt ?? next.createdAt;
  next.status = RequestStatus.closed;
  next.closedAt = at;
  next.closedBy = closedBy ?? 'system';
  next.duration = Math.max(0, at.getTime() - next.createdAt.getTime());
}
