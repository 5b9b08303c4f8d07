import { commonErrors, RequestStatus, requestDeleted } from '@parley/contracts';
import { type Database, isUniqueViolation, sqlState } from '@parley/service-kit/database';
import { notifyOutboxWritten, outboxRows } from '@parley/service-kit/outbox';
import type { Initiator } from '../access/actor.ts';
import { searchedMembers } from '../access/request-words.ts';
import { clockChange } from '../clock/wake-at.ts';
import { assignedIn, seatDeltas } from '../participant/seats.ts';
import type { Change } from '../request-state/change.ts';
import type { Message } from '../request-state/message.ts';
import { type Copies, noCopies, type RequestWithCopies } from '../request-state/request.copies.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { positionsOf, readerBySending, visibleIn } from '../request-state/visible-messages.ts';
import { type ChangeSet, changeSetOf, type EventOptions, namesIn } from './change-set.ts';
import { storeLevels } from './level.statements.ts';
import { MessageAppender } from './message-appender.ts';
import { type NewRows, OpeningAppender } from './opening-appender.ts';
import type { Head, Loaded } from './request.loader.ts';
import { headRow, historyRow, levelRow, messageRow, requestRow, serviceLevelRow } from './request.row.ts';
import {
  findErasedLead,
  loadCopies,
  newestMessages,
  storeChange,
  storeChangeOfRun,
  storeRemoval,
  storeRun,
} from './request.statements.ts';

/** The request after the change was stored, or unchanged. */
export interface Stored {
  request: RequestWithCopies;
  /** The caller's messages as stored, without service lines. */
  messages: Message[];
  changed: boolean;
}

/** A row of `rule_run`. */
export interface RunRow {
  id_project: string;
  id: string;
  rule: string;
  /** `_id` of the request. */
  request: string;
  event: string;
  chain: string;
  result: string;
  record: object;
}

/** A change of service levels alone, to be stored. */
export interface LevelChange {
  current: Loaded;
  change: Change;
  at: Date;
}

/** The result of storing a message. */
export interface Attempt {
  stored?: Stored;
  /** `undefined`: decide again, under the lock. */
  head: Head | undefined;
}

/** Stores a change set with one statement. */
export class RequestWriter {
  readonly #db: Database;
  readonly #eventOptions: EventOptions;
  readonly #appender: MessageAppender;
  readonly #openings: OpeningAppender;

  constructor(db: Database, eventOptions: EventOptions) {
    this.#db = db;
    this.#eventOptions = eventOptions;
    this.#appender = new MessageAppender(db);
    this.#openings = new OpeningAppender(db);
  }

  /** @returns `undefined` when the id is taken @throws an error that `isSeatTaken` recognises; busy when the lead was erased meanwhile */
  async opening(by: Initiator, change: Change, at: Date, copies: Copies): Promise<Stored | undefined> {
    const facts = { actor: by, at, names: namesIn(copies), copies, newest: [], ...this.#eventOptions };
    const recording = changeSetOf(change, facts);
    const { next } = recording;
    const rows = this.#newRows(recording, change, at);
    if (await this.#openings.append(rows)) {
      notifyOutboxWritten(this.#db, rows.events);
      return storedOf(change, recording, copies);
    }
    const erased = await this.#db.query(findErasedLead, [next.projectId, next.leadId]);
    // The next try finds a new lead, or that the caller was erased as well.
    if (erased.length > 0) throw commonErrors.busy();
    return undefined;
  }

  /**
   * @param run the row of the rule's run that has made the change, stored with it
   * @returns `undefined` after a concurrent write
   * @throws an error that `isRunTaken` recognises; nothing was stored
   */
  async change(by: Initiator, current: Loaded, change: Change, at: Date, run?: RunRow): Promise<Stored | undefined> {
    if (isOneMessage(change) && !run) return (await this.message(by, current, change, at)).stored;
    if (isLevelsAlone(change) && !run) return (await this.levels(by, [{ current, change, at }]))[0];

    const copies = concernsCopies(current, change.next) ? await this.#copiesOf(change.next) : current.copies;
    const newest = change.events.some(({ type }) => type === 'request.closed') ? await this.#newest(current) : [];
    const names = namesIn(current.copies, copies);
    const recording = changeSetOf(change, { actor: by, at, names, copies, newest, ...this.#eventOptions });
    const written = await this.#write(conditionsOf(current, change, recording), recording, change, at, run);
    return written ? storedOf(change, recording, copies) : undefined;
  }

  /**
   * Stores a change that consists of one message.
   * @param stamp of the cached request, which must still be current; absent: version and last `seq` are compared
   * @returns without `stored` when the condition fails; the previous head
   */
  async message(by: Initiator, current: Loaded, change: Change, at: Date, stamp?: string): Promise<Attempt> {
    const { copies, version, lastSeq } = current;
    const facts = { actor: by, at, names: namesIn(copies), copies, newest: [], ...this.#eventOptions };
    const recording = changeSetOf(change, facts);
    const { next, messages, events } = recording;
    const [message] = messages;
    const [sent] = change.messages;
    const added = visibleIn(messages, next.requester);
    const rows = outboxRows(events, this.#db);
    const [event] = rows;
    if (!message || !event) throw new Error('A message produced no row or no event.');
    const head = await this.#appender.append({
      append: {
        id_project: next.projectId,
        id: next.id,
        version,
        last_seq: lastSeq,
        at: message.createdAt,
        bot_streak: next.botStreak,
        person: personIn(current, next),
        visible_in: added.in,
        visible_out: added.out,
        lead: next.leadId,
        requester: next.requester,
        stamp: stamp ?? null,
        channel: message.channel,
        external_id: message.externalId,
        reader: (sent && readerBySending(sent)) ?? null,
      },
      message: messageRow(message),
      event,
    });
    if (!head?.stored) return { head };
    notifyOutboxWritten(this.#db, rows);
    return { head, stored: storedOf(change, recording, copies) };
  }

  /**
   * Stores changes of service levels alone by one statement. @param changes at most `maxLevelled`, each of another request
   * @returns for each, `undefined` after a concurrent write, or while another writer has locked the request
   */
  async levels(by: Initiator, changes: readonly LevelChange[]): Promise<(Stored | undefined)[]> {
    const recorded = changes.map(({ current, change, at }) => {
      const { copies } = current;
      const facts = { actor: by, at, names: namesIn(copies), copies, newest: [], ...this.#eventOptions };
      return { current, change, recording: changeSetOf(change, facts) };
    });
    const rows = outboxRows(
      recorded.flatMap(({ recording }) => recording.events),
      this.#db,
    );
    const stored = await this.#db.query<{ projectId: string; id: string }>(storeLevels, [
      JSON.stringify(recorded.map(({ current, recording }) => levelRow(current, recording.next))),
      JSON.stringify(recorded.flatMap(({ recording }) => recording.history.map(historyRow))),
      JSON.stringify(rows),
    ]);
    if (stored.length > 0) notifyOutboxWritten(this.#db, rows);
    const keys = new Set(stored.map(keyOf));
    return recorded.map(({ current, change, recording }) =>
      keys.has(keyOf(current)) ? storedOf(change, recording, current.copies) : undefined,
    );
  }

  /** The run of a rule that changes nothing. @throws an error that `isRunTaken` recognises */
  async run(run: RunRow): Promise<void> {
    await this.#db.query(storeRun, [JSON.stringify(run)]);
  }

  /** @param expired by retention @returns false after a concurrent write */
  async removal(by: Initiator, current: SupportRequest, at: Date, expired: boolean): Promise<boolean> {
    const { projectId, id, requestId, ticketId, version, lastSeq } = current;
    const { requester, departmentId: department, participants, followers } = current;
    const audience = { requester, department, participants, followers };
    const event = requestDeleted({
      ...{ _id: id, request_id: requestId, ticket_id: String(ticketId), audience },
      ...(expired && { expired }),
    });
    const aggregate = { noun: 'request', id, version: version + 1 };
    const rows = outboxRows([{ event, aggregate, projectId, actor: by }], this.#db);
    const seats = seatDeltas(current, { ...current, status: RequestStatus.closed }, [], {});
    const none = JSON.stringify([]);
    const gone = JSON.stringify({ request: id, gone: true });
    const values = [
      ...[projectId, id, version, lastSeq, none, none, JSON.stringify(seats), at],
      ...[JSON.stringify(rows), none, gone, gone],
    ];
    const [result] = await this.#db.query<{ stored: number }>(storeRemoval, values);
    if (result?.stored !== 1) return false;
    notifyOutboxWritten(this.#db, rows);
    return true;
  }

  #newRows({ next, messages, history, events }: ChangeSet, change: Change, at: Date): NewRows {
    const { id, projectId, requester } = next;
    const seats = seatDeltas(null, next, assignedIn(change), change.limits);
    return {
      ...{ projectId, id, request: requestRow(next), head: headRow(next, visibleIn(messages, requester)) },
      messages: messages.map(messageRow),
      history: history.map(historyRow),
      seats: seats.map(({ assigned, ...seat }) => ({ ...seat, request: id, assigned_at: assigned ? at : null })),
      events: outboxRows(events, this.#db),
      readers: positionsOf(messages, change.messages, requester),
      clock: clockChange(null, next),
      levels: serviceLevelRow(null, next),
    };
  }

  async #write(
    head: unknown[],
    { next, messages, history, events }: ChangeSet,
    change: Change,
    at: Date,
    run: RunRow | undefined,
  ): Promise<boolean> {
    const rows = outboxRows(events, this.#db);
    const clock = clockChange(change.current, next);
    const levels = serviceLevelRow(change.current, next);
    const [result] = await this.#db.query<{ stored: number }>(run ? storeChangeOfRun : storeChange, [
      ...head,
      JSON.stringify(messages.map(messageRow)),
      JSON.stringify(history.map(historyRow)),
      JSON.stringify(seatDeltas(change.current, next, assignedIn(change), change.limits)),
      at,
      JSON.stringify(rows),
      JSON.stringify(positionsOf(messages, change.messages, next.requester)),
      clock && JSON.stringify(clock),
      levels && JSON.stringify(levels),
      change.current !== null && searchedMembers.every((member) => next[member] === change.current?.[member]),
      ...(run ? [JSON.stringify(run)] : []),
    ]);
    if (result?.stored !== 1) return false;
    notifyOutboxWritten(this.#db, rows);
    return true;
  }

  async #copiesOf(request: SupportRequest): Promise<Copies> {
    const { projectId, leadId, requester, departmentId, participants } = request;
    const [row] = await this.#db.query<{ copies: Copies }>(loadCopies, [
      projectId,
      leadId,
      requester,
      departmentId,
      participants,
    ]);
    return row?.copies ?? noCopies;
  }

  #newest(request: SupportRequest): Promise<Message[]> {
    return this.#db.query<Message>(newestMessages, [request.projectId, request.id]);
  }
}

/** An agent holds more seats than the change has counted on; nothing was stored. */
export function isSeatTaken(error: unknown): boolean {
  return sqlState(error) === checkViolation && Reflect.get(Object(error), 'constraint') === 'seat_most';
}

const checkViolation = '23514';

/** The rule has run for the event already, or was applied in its chain. */
export function isRunTaken(error: unknown): boolean {
  return isUniqueViolation(error) && String(Reflect.get(Object(error), 'constraint')).startsWith('rule_run_');
}

function storedOf(change: Change, { next, messages }: ChangeSet, copies: Copies): Stored {
  return { request: { ...next, copies }, messages: messages.slice(0, change.messages.length), changed: true };
}

/** The condition of the write, the head, and the request row if it has changed. */
function conditionsOf(current: SupportRequest, change: Change, { next, messages }: ChangeSet): unknown[] {
  const { projectId, id, version, lastSeq } = current;
  // An event is numbered in the request: the history would give its number to the next one, too.
  const isUnchanged = isOnlyHead(change) && change.events.length === 0;
  const row = isUnchanged ? null : JSON.stringify(requestRow(next));
  return [projectId, id, version, lastSeq, JSON.stringify(headRow(next, visibleIn(messages, next.requester))), row];
}

function concernsCopies(current: SupportRequest, next: SupportRequest): boolean {
  return (
    next.participants !== current.participants ||
    next.departmentId !== current.departmentId ||
    next.leadId !== current.leadId
  );
}

const headMembers: ReadonlySet<keyof SupportRequest> = new Set(['botStreak', 'lastRequesterAt', 'lastTeamAt']);

/** Whether the change updates only the head, besides the service levels. */
function isOnlyHead({ current, next }: Change): boolean {
  return (
    current !== null &&
    changedMembers(current, next).every((member) => headMembers.has(member) || member === 'serviceLevels')
  );
}

/** Whether the change moves the service levels of a request, and nothing else of it. */
export function isLevelsAlone({ current, next, messages, lines, unscheduled }: Change): boolean {
  if (!current || messages.length + lines.length > 0 || unscheduled) return false;
  const [first, ...others] = changedMembers(current, next);
  return first === 'serviceLevels' && others.length === 0;
}

function changedMembers(current: SupportRequest, next: SupportRequest): (keyof SupportRequest)[] {
  return (Object.keys(next) as (keyof SupportRequest)[]).filter((member) => next[member] !== current[member]);
}

const keyOf = ({ projectId, id }: { projectId: string; id: string }): string => `${projectId} ${id}`;

/** The person whose visible message a change stores. */
function personIn(current: SupportRequest, next: SupportRequest): 'requester' | 'team' | null {
  if (next.lastRequesterAt !== current.lastRequesterAt) return 'requester';
  return next.lastTeamAt === current.lastTeamAt ? null : 'team';
}

/** Whether the change is one message that updates only the head. */
export function isOneMessage(change: Change): boolean {
  const { current, next, messages, events, lines } = change;
  const isAlone = messages.length === 1 && !messages[0]?.imported && events.length + lines.length === 0;
  return isAlone && isOnlyHead(change) && next.serviceLevels === current?.serviceLevels;
}
