import { RequestStatus, requestDeleted } from '@parley/contracts';
import { type Database, type Statement, sqlState } from '@parley/service-kit/database';
import { notifyOutboxWritten, outboxRows } from '@parley/service-kit/outbox';
import type { By } from '../participant/by.ts';
import { assignedIn, seatDeltas } from '../participant/seats.ts';
import type { Change } from '../request-state/change.ts';
import type { Message } from '../request-state/message.ts';
import { type Copies, noCopies, type RequestWithCopies } from '../request-state/request.copies.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { type Announcing, namesIn, type Recording, record } from './recording.ts';
import type { Head, Loaded } from './request.loader.ts';
import { headRow, historyRow, messageRow, requestRow } from './request.row.ts';
import {
  appendMessage,
  loadCopies,
  newestMessages,
  storeChange,
  storeOpening,
  storeRemoval,
} from './request.statements.ts';

/** A request after a change that was stored, or as it was. */
export interface Stored {
  request: RequestWithCopies;
  /** What the caller said, as stored; without the service lines. */
  messages: Message[];
  changed: boolean;
}

/** What came of storing a message. */
export interface Attempt {
  stored?: Stored;
  /** `undefined`: the request is gone. */
  head: Head | undefined;
}

/** Stores a change with all it entails, by one statement. */
export class RequestWriter {
  readonly #db: Database;
  readonly #announcing: Announcing;

  constructor(db: Database, announcing: Announcing) {
    this.#db = db;
    this.#announcing = announcing;
  }

  /** @returns `undefined` when the id is taken @throws what `isSeatTaken` knows when a seat is */
  async opening(by: By, change: Change, at: Date, copies: Copies): Promise<Stored | undefined> {
    const facts = { actor: by, at, names: namesIn(copies), copies, newest: [], ...this.#announcing };
    const recording = record(change, facts);
    const { next } = recording;
    const head = [next.projectId, JSON.stringify(requestRow(next)), JSON.stringify(headRow(next))];
    const written = await this.#write(storeOpening, head, recording, change, at);
    return written ? storedOf(change, recording, copies) : undefined;
  }

  /** @returns `undefined` when somebody was faster */
  async change(by: By, current: Loaded, change: Change, at: Date): Promise<Stored | undefined> {
    if (isOneMessage(change)) return (await this.message(by, current, change, at)).stored;

    const copies = concernsCopies(current, change.next) ? await this.#copiesOf(change.next) : current.copies;
    const newest = change.events.some(({ type }) => type === 'request.closed') ? await this.#newest(current) : [];
    const names = namesIn(current.copies, copies);
    const recording = record(change, { actor: by, at, names, copies, newest, ...this.#announcing });
    const written = await this.#write(storeChange, conditionsOf(current, change, recording), recording, change, at);
    return written ? storedOf(change, recording, copies) : undefined;
  }

  /**
   * Stores a change that is but one message.
   * @param stamp of what was remembered: all that the change was decided on must still hold; absent: version and last message
   * @returns nothing stored when it does not hold; the head as it was before
   */
  async message(by: By, current: Loaded, change: Change, at: Date, stamp?: string): Promise<Attempt> {
    const { copies, version, lastSeq } = current;
    const facts = { actor: by, at, names: namesIn(copies), copies, newest: [], ...this.#announcing };
    const recording = record(change, facts);
    const { next, messages, events } = recording;
    const [message] = messages;
    const rows = outboxRows(events, this.#db);
    const [event] = rows;
    if (!message || !event) throw new Error('A message came to nothing.');
    const [head] = await this.#db.query<Head & { stored: boolean }>(appendMessage, [
      next.projectId,
      next.id,
      version,
      lastSeq,
      message.createdAt,
      next.botStreak,
      message.id,
      message.createdBy,
      message.sender,
      message.senderFullname,
      message.text,
      message.type,
      message.metadata && JSON.stringify(message.metadata),
      JSON.stringify(message.attributes),
      message.language,
      message.channel,
      message.audience,
      event.id,
      event.shard,
      event.type,
      event.head,
      event.tail,
      message.status,
      message.externalId,
      next.leadId,
      next.requester,
      stamp ?? null,
    ]);
    if (!head?.stored) return { head };
    notifyOutboxWritten(this.#db, rows);
    return { head, stored: storedOf(change, recording, copies) };
  }

  /** @returns false when somebody was faster */
  async removal(by: By, current: SupportRequest, at: Date): Promise<boolean> {
    const { projectId, id, requestId, ticketId, version, lastSeq } = current;
    const { requester, departmentId: department, participants, followers } = current;
    const audience = { requester, department, participants, followers };
    const event = requestDeleted({ _id: id, request_id: requestId, ticket_id: String(ticketId), audience });
    const aggregate = { noun: 'request', id, version: version + 1 };
    const rows = outboxRows([{ event, aggregate, projectId, actor: by }], this.#db);
    const seats = seatDeltas(current, { ...current, status: RequestStatus.closed }, [], {});
    const none = JSON.stringify([]);
    const values = [projectId, id, version, lastSeq, none, none, JSON.stringify(seats), at, JSON.stringify(rows)];
    const [result] = await this.#db.query<{ stored: number }>(storeRemoval, values);
    if (result?.stored !== 1) return false;
    notifyOutboxWritten(this.#db, rows);
    return true;
  }

  async #write(
    statement: Statement,
    head: unknown[],
    { next, messages, history, events }: Recording,
    change: Change,
    at: Date,
  ): Promise<boolean> {
    const rows = outboxRows(events, this.#db);
    const [result] = await this.#db.query<{ stored: number }>(statement, [
      ...head,
      JSON.stringify(messages.map(messageRow)),
      JSON.stringify(history.map(historyRow)),
      JSON.stringify(seatDeltas(change.current, next, assignedIn(change), change.limits)),
      at,
      JSON.stringify(rows),
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

/** Somebody whom the change gives a seat holds more of them than it has counted on; nothing was stored. */
export function isSeatTaken(error: unknown): boolean {
  return sqlState(error) === checkViolation && Reflect.get(Object(error), 'constraint') === 'seat_most';
}

const checkViolation = '23514';

function storedOf(change: Change, { next, messages }: Recording, copies: Copies): Stored {
  return { request: { ...next, copies }, messages: messages.slice(0, change.messages.length), changed: true };
}

/** What the change was decided on, and the rows it makes of it; the request itself only if it has changed. */
function conditionsOf(current: SupportRequest, change: Change, { next }: Recording): unknown[] {
  const { projectId, id, version, lastSeq } = current;
  const row = isOnlyHead(change) ? null : JSON.stringify(requestRow(next));
  return [projectId, id, version, lastSeq, JSON.stringify(headRow(next)), row];
}

function concernsCopies(current: SupportRequest, next: SupportRequest): boolean {
  return (
    next.participants !== current.participants ||
    next.departmentId !== current.departmentId ||
    next.leadId !== current.leadId
  );
}

/** Members that stand in the head alone. */
function isOnlyHead({ current, next }: Change): boolean {
  if (!current) return false;
  return (Object.keys(next) as (keyof SupportRequest)[]).every(
    (member) => next[member] === current[member] || member === 'botStreak',
  );
}

/** It is a message and moves nothing of its request but the head. */
export function isOneMessage(change: Change): boolean {
  const { messages, events, lines } = change;
  return messages.length === 1 && !messages[0]?.imported && events.length + lines.length === 0 && isOnlyHead(change);
}
