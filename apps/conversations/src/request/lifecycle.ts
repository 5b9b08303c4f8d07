import { RequestStatus, requestClosed, requestErrors, requestReopened } from '@parley/contracts';
import { assign, keepLimit, leave } from '../participant/membership.ts';
import { begin, type Change, finish, happened, type Story, unchanged } from '../request-state/change.ts';
import { botsOf, humansOf, type SupportRequest } from '../request-state/request.ts';
import type { Candidate, PassFacts, Roster } from '../routing/roster.ts';
import { routeOn } from '../routing/routing.ts';

/** Line 17. Participants stay listed; the seats follow from the status. */
export function close(current: SupportRequest, closedBy: string, at: Date, comment = 'closeRequest'): Change {
  if (current.status === RequestStatus.closed) return unchanged(current);
  const story = begin(current, at);
  closeOn(story, closedBy);
  return finish(story, comment);
}

/** Closing as a part of another operation's change. */
export function closeOn(story: Story, closedBy: string): void {
  const { next, at } = story;
  const duration = Math.max(0, at.getTime() - next.createdAt.getTime());
  next.status = RequestStatus.closed;
  next.closedAt = at;
  next.closedBy = closedBy;
  next.duration = duration;
  next.queueAfter = null;
  next.untouched = false;
  // The repository adds the newest messages.
  story.events.push(
    happened(requestClosed, { closed_by: closedBy, duration, messagesCount: 0, messagesTruncated: false }),
  );
  story.lines.push({ key: 'CHAT_CLOSED', closedBy });
}

export interface ReopenFacts extends PassFacts {
  /** User id of the one who reopens it himself; he returns if he has a seat, available or not. */
  by: string;
  /** The bots that served it last and still live, as `bot_<id>`. */
  livingBots: ReadonlySet<string>;
  /** Those who serve it or served it last, by user id. */
  people: ReadonlyMap<string, Pick<Candidate, 'available' | 'limit'>>;
  roster: Roster;
}

/** Line 18. `R′` of a closed request; anything waiting for nobody is offered anew. */
export function reopen(current: SupportRequest, facts: ReopenFacts, comment = 'reopenRequest'): Change {
  if (current.status === RequestStatus.unserved || current.status === RequestStatus.served) return unchanged(current);
  const story = begin(current, facts.at);
  reopenOn(story, facts, comment);
  return finish(story, comment);
}

/** Reopening as a part of another operation's change. */
export function reopenOn(story: Story, facts: ReopenFacts, comment: string): void {
  const { next, at } = story;
  const { closedAt, closedBy, status } = next;
  story.events.push(
    happened(requestReopened, {
      previous: {
        ...(closedAt && { closed_at: closedAt.toISOString() }),
        ...(closedBy && { closed_by: closedBy }),
      },
    }),
  );
  story.lines.push({ key: 'CHAT_REOPENED' });
  next.closedAt = null;
  next.closedBy = null;
  next.duration = null;
  next.waitingSince = at;
  next.abandonedBy = {};

  const onlyBots = status === RequestStatus.closed && !next.humanServed && botsOf(next).length > 0;
  next.humanServed = false;
  if (status === RequestStatus.closed && returned(story, facts)) return;
  if (onlyBots && botReturned(story, facts)) return;

  leave(story, next.participants, { reason: 'rerouted', source: 'reopen' });
  next.status = RequestStatus.unserved;
  const department = next.departmentId;
  routeOn(story, facts.roster, { nobot: status === RequestStatus.closed, source: 'reopen', comment }, facts);
  // A request that never had a department keeps none unless somebody of one took it.
  if (department === null && next.participants.length === 0) next.departmentId = null;
}

/** The humans of before who can take it again do; the others are dropped from the list. */
function returned(story: Story, facts: ReopenFacts): boolean {
  const { next, at } = story;
  const back = humansOf(next).filter((human) => canReturn(human, facts));
  if (back.length === 0) return false;

  leave(
    story,
    next.participants.filter((member) => !back.includes(member)),
    { reason: 'rerouted', source: 'reopen' },
  );
  next.status = RequestStatus.served;
  next.assignedAt = at;
  next.untouched = !back.includes(facts.by);
  for (const member of back) {
    keepLimit(story, member, facts.people.get(member)?.limit ?? null);
    assign(story, member, {
      source: 'reopen',
      assignmentType: member === facts.by ? 'self_join' : 'auto',
      decision: { rule: 'returned', winner: member, open: facts.roster.open },
    });
  }
  return true;
}

function canReturn(human: string, { roster, seats, by, people }: ReopenFacts): boolean {
  const person = people.get(human);
  if (!person) return false;
  const room = person.limit === null || (seats.get(human)?.held ?? 0) < person.limit;
  return room && (human === by || (person.available && roster.open));
}

function botReturned(story: Story, facts: ReopenFacts): boolean {
  const { next, at } = story;
  const bots = botsOf(next).filter((bot) => facts.livingBots.has(bot));
  if (bots.length === 0) return false;
  leave(
    story,
    next.participants.filter((member) => !bots.includes(member)),
    { reason: 'rerouted', source: 'reopen' },
  );
  next.status = RequestStatus.served;
  next.assignedAt = at;
  return true;
}

/** Whether a requester's message may still reopen it. */
export function refuseLate(current: SupportRequest, windowHours: number, at: Date): void {
  const closedAt = current.closedAt?.getTime() ?? 0;
  if (windowHours > 0 && at.getTime() - closedAt <= windowHours * 3_600_000) return;
  throw requestErrors.request_closed({ conflict: current.id, hint: 'Send the message to a new request_id.' });
}
