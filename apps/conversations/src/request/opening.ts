import { type Priority, RequestStatus, requestCreated, type SnapshotView, type TagView } from '@parley/contracts';
import { enter, explicitDecision, type Joiner, type Mover, takeSeats } from '../participant/membership.ts';
import type { SeatBook } from '../participant/seats.ts';
import { happened, type Story, settle } from '../request-state/change.ts';
import type { NewMessage } from '../request-state/message.ts';
import { humansOf, isBot, type SupportRequest } from '../request-state/request.ts';
import { type PassFacts, pass, type Roster, routedSnapshot } from '../routing/roster.ts';
import { apply } from '../routing/routing.ts';

/** What is known of a request before it is opened. */
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
  /** Started for a requester who has not said anything visible yet. */
  preflight: boolean;
  /** Wanted as 50: nobody is looked for until somebody asks. */
  parked: boolean;
  /** Named by the caller: they are put on it, and nobody is looked for. */
  participants: readonly Joiner[];
  /** Of an import; nothing is routed then, and without participants it is of the department all the same. */
  imported: { createdAt: Date | null; closedAt: Date | null; closedBy: string | null; closed: boolean } | null;
}

export interface OpeningFacts {
  at: Date;
  by: Mover;
  seats: SeatBook;
  /** Absent when participants were named without a department. */
  roster: Roster | null;
  awaited: PassFacts['awaited'];
  source: 'create' | 'message';
}

/** Lines 1 to 4 of contract 20 section 5. Writes no service line. */
export function open(opening: Opening, facts: OpeningFacts, first?: NewMessage): Story {
  const { at, roster } = facts;
  const story: Story = { current: null, next: blank(opening, facts), events: [], messages: [], lines: [], at };
  const { imported } = opening;
  story.events.push(happened(requestCreated, { ...(imported && { imported: true }) }));
  if (first) story.messages.push(first);

  if (opening.participants.length > 0) placeNamed(story, opening.participants, facts, imported !== null);
  else if (imported) story.next.status = RequestStatus.unserved;
  else if (opening.parked) story.next.status = RequestStatus.temporary;
  else if (roster) offer(story, roster, opening.preflight, facts);

  if (imported?.closed) closeImported(story.next, imported);
  settle(story.next, null, at);
  return story;
}

function blank(opening: Opening, { at, roster }: OpeningFacts): SupportRequest {
  const { imported, preflight, participants: _named, parked: _parked, snapshot, ...given } = opening;
  const createdAt = imported?.createdAt ?? at;
  const sourcePage = given.sourcePage ?? text(given.attributes.sourcePage);
  return {
    ...given,
    version: 0,
    lastSeq: 0,
    historySeq: 0,
    createdAt,
    updatedAt: at,
    activeAt: at,
    status: RequestStatus.unserved,
    preflight,
    draft: sourcePage?.includes('td_draft=true') ?? false,
    imported: imported !== null,
    channelOutbound: given.channel,
    departmentId: roster?.department.id || null,
    participants: [],
    hasBot: false,
    notes: [],
    snapshot: { ...snapshot, ...(roster && routedSnapshot(roster)) },
    rating: null,
    ratingMessage: null,
    waitingTime: null,
    firstResponseAt: null,
    assignedAt: null,
    closedAt: null,
    closedBy: null,
    duration: null,
    abandonedBy: {},
    waitingSince: createdAt,
    queueAfter: null,
    humanServed: false,
    untouched: false,
    requesterFirstAt: null,
    botStreak: 0,
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function placeNamed(story: Story, named: readonly Joiner[], facts: OpeningFacts, imported: boolean): void {
  const members = named.map((joiner) => joiner.member);
  if (imported) {
    // An import tells how things stand; nobody is notified of them.
    story.next.participants = members;
    story.next.status = RequestStatus.served;
    story.next.assignedAt = story.next.createdAt;
    story.next.humanServed = humansOf(story.next).length > 0;
    return;
  }
  const over = takeSeats(story, named, facts.by, facts.seats);
  const human = members.find((member) => !isBot(member));
  enter(story, members, {
    source: facts.source,
    assignmentType: human === facts.by.id ? 'self_join' : 'manual_reassign',
    decision: explicitDecision('explicit', human ?? members[0], over),
    silent: true,
  });
}

function offer(story: Story, roster: Roster, preflight: boolean, facts: OpeningFacts): void {
  const outcome = pass(story.next, roster, false, facts);
  // Nobody is kept busy with somebody who has not said anything yet.
  if (preflight && outcome.take !== 'bot') {
    story.next.status = RequestStatus.temporary;
    return;
  }
  const [created] = story.events;
  // Who enters says why himself; that nobody does is told by the creation.
  if (outcome.take === 'nobody' && created) story.events[0] = { ...created, decision: outcome.decision };
  apply(story, outcome, { source: facts.source, comment: facts.source, silent: true });
}

function closeImported(next: SupportRequest, { closedAt, closedBy }: NonNullable<Opening['imported']>): void {
  const at = closedAt ?? next.createdAt;
  next.status = RequestStatus.closed;
  next.closedAt = at;
  next.closedBy = closedBy ?? 'system';
  next.duration = Math.max(0, at.getTime() - next.createdAt.getTime());
}
