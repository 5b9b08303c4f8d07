import type { ErrorDetails } from '@parley/contracts';
import { requestErrors } from '@parley/contracts';
import { currentCall, type Database, outboxRows, outboxWritten, type Statement } from '@parley/service-kit';

import type { Message } from '../message/message.ts';
import { type By, mover } from './by.ts';
import type { Change } from './change.ts';
import type { FactFinder } from './fact-finder.ts';
import { type Facts, FactsNeeded } from './facts.ts';
import { factsFrom, Knowledge, type LockedFacts } from './known-facts.ts';
import { namesIn, type Recording, record } from './recording.ts';
import type { Copies, RequestWithCopies } from './request.copies.ts';
import { type Loaded, RequestLoader } from './request.loader.ts';
import { headRow, historyRow, messageRow, requestRow } from './request.row.ts';
import {
  appendMessage,
  findByExternalId,
  loadCopies,
  lockFreeHead,
  lockHead,
  newestMessages,
  storeChange,
  storeOpening,
} from './request.statements.ts';
import { isWaitingForHuman, type SupportRequest, seatHolders } from './request.ts';
import { seatDeltas } from './seats.ts';
import { Turns } from './turns.ts';

/** A request after a change that was stored, or as it was. */
export interface Stored {
  request: RequestWithCopies;
  /** What the caller said, as stored; without the service lines. */
  messages: Message[];
  changed: boolean;
}

export type Decide = (current: RequestWithCopies, facts: Facts) => Change;

export interface UpdateOptions {
  /** What a caller is told who may not see the request; default `request_not_found`. */
  hidden?: (details?: ErrorDetails) => Error;
  /** The sender's own id of what he says: if the request has that message already, nothing is decided. */
  externalId?: { channel: string | null; id: string };
  /** Skips a request that somebody else is writing to; the update then answers `undefined`. */
  skipBusy?: boolean;
}

/** Facts are asked for in rounds; a department that keeps changing meanwhile ends them. */
const mostRounds = 8;

/** The only writer of requests, messages, history and seats. */
export class RequestRepository {
  readonly #db: Database;
  readonly #loader: RequestLoader;
  readonly #finder: FactFinder;
  readonly #turns = new Turns();
  /** Called after the commit of a change that may have made room for a waiting request. */
  readonly #madeRoom: (projectId: string, notBefore: Date | null) => void;

  constructor(db: Database, finder: FactFinder, madeRoom: (projectId: string, notBefore: Date | null) => void) {
    this.#db = db;
    this.#loader = new RequestLoader(db);
    this.#finder = finder;
    this.#madeRoom = madeRoom;
  }

  /**
   * Lets the rules decide on the request as it stands and stores what they decide, with all it entails, or nothing.
   * At first without a lock, in two round trips; if somebody was faster, or the rules need more facts, under the lock.
   * @throws request_not_found for what the actor may not see
   */
  async update(
    by: By,
    projectId: string,
    requestId: string,
    decide: Decide,
    options: UpdateOptions = {},
  ): Promise<Stored> {
    const run = () => this.#decided(by, projectId, requestId, decide, options);
    // Inside a wider transaction a turn could wait for one that waits for our row lock.
    const { idempotency, causationId } = currentCall();
    return idempotency || causationId ? run() : this.#turns.take(`${projectId} ${requestId}`, run);
  }

  /** Stores a new request; `undefined` when its id is taken. */
  async create(
    by: By,
    projectId: string,
    knowledge: Knowledge,
    decide: (facts: Facts) => Change,
  ): Promise<Stored | undefined> {
    const locks = knowledge.seatsToLock.length > 0;
    const stored = locks
      ? await this.#db.transaction(async () => this.#open(by, projectId, decide, knowledge, true))
      : await this.#open(by, projectId, decide, knowledge, false);
    if (stored && isWaitingForHuman(stored.request)) this.#db.afterCommit(() => this.#madeRoom(projectId, null));
    return stored;
  }

  async #decided(
    by: By,
    projectId: string,
    requestId: string,
    decide: Decide,
    options: UpdateOptions,
  ): Promise<Stored> {
    const knowledge = new Knowledge();
    let locked = options.skipBusy === true;
    for (let round = 0; round < mostRounds; round++) {
      try {
        const stored = locked
          ? await this.#underLock(by, projectId, requestId, decide, knowledge, options)
          : await this.#optimistic(by, projectId, requestId, decide, options);
        if (stored) return stored;
      } catch (error) {
        if (!(error instanceof FactsNeeded)) throw error;
        await this.#finder.learn(projectId, knowledge, error);
      }
      locked = true;
    }
    throw new Error('A decision on a request needs more and more facts.');
  }

  async #optimistic(
    by: By,
    projectId: string,
    requestId: string,
    decide: Decide,
    options: UpdateOptions,
  ): Promise<Stored | undefined> {
    const { idempotency, causationId } = currentCall();
    const remember = !idempotency && !causationId;
    const current = await this.#loader.load(by, projectId, requestId, { ...options, remember });
    const repeated = await this.#repeated(current, options);
    if (repeated) return repeated;
    return this.#store(
      by,
      current,
      decide(current, factsFrom(new Knowledge(), current, mover(by), current.now, undefined)),
      current.now,
    );
  }

  #underLock(
    by: By,
    projectId: string,
    requestId: string,
    decide: Decide,
    knowledge: Knowledge,
    options: UpdateOptions,
  ): Promise<Stored> {
    return this.#db.transaction(async () => {
      const statement = options.skipBusy ? lockFreeHead : lockHead;
      const [head] = await this.#db.query(statement, [projectId, requestId]);
      if (!head) throw requestErrors.request_not_found();
      const current = await this.#loader.load(by, projectId, requestId, { ...options, remember: false });
      const repeated = await this.#repeated(current, options);
      if (repeated) return repeated;
      const locked = await this.#finder.lock(projectId, current, knowledge);
      const at = locked?.now ?? current.now;
      const change = decide(current, factsFrom(knowledge, current, mover(by), at, locked));
      const stored = await this.#store(by, current, change, at);
      if (!stored) throw new Error('A locked request has changed.');
      return stored;
    });
  }

  /** What was said before under the sender's own id. */
  async #repeated(current: Loaded, { externalId }: UpdateOptions): Promise<Stored | undefined> {
    if (!externalId) return undefined;
    const { projectId, id, channel } = current;
    const key = [projectId, id, externalId.channel ?? channel, externalId.id];
    const messages = await this.#db.query<Message>(findByExternalId, key);
    return messages.length > 0 ? { request: current, messages, changed: false } : undefined;
  }

  async #open(
    by: By,
    projectId: string,
    decide: (facts: Facts) => Change,
    knowledge: Knowledge,
    locks: boolean,
  ): Promise<Stored | undefined> {
    const locked = (locks ? await this.#finder.lock(projectId, null, knowledge) : undefined) ?? nothingToLock;
    const at = locked.now ?? (await this.#clock());
    const change = decide(factsFrom(knowledge, null, mover(by), at, locked));
    const copies = await this.#copiesOf(change.next);
    const recording = record(change, { actor: by, at, names: namesIn(copies), copies, newest: [] });
    const { next } = recording;
    const head = [projectId, JSON.stringify(requestRow(next)), JSON.stringify(headRow(next))];
    if (!(await this.#write(storeOpening, head, recording, change, at))) return undefined;
    return {
      request: { ...next, copies },
      messages: recording.messages.slice(0, change.messages.length),
      changed: true,
    };
  }

  async #clock(): Promise<Date> {
    const [row] = await this.#db.query<{ now: Date }>({ name: 'clock', text: 'select clock_timestamp() as now' });
    return row?.now ?? new Date();
  }

  /** @returns `undefined` when somebody was faster */
  async #store(by: By, current: Loaded, change: Change, at: Date): Promise<Stored | undefined> {
    const { next } = change;
    if (next === current && change.messages.length === 0) return { request: current, messages: [], changed: false };

    const copies = concernsCopies(current, next) ? await this.#copiesOf(next) : current.copies;
    const newest = change.events.some(({ type }) => type === 'request.closed') ? await this.#newest(current) : [];
    const names = namesIn(current.copies, copies);
    const recording = record(change, { actor: by, at, names, copies, newest });
    const [message] = recording.messages;
    const plain = message && isPlain(change, recording) && !message.externalId && !message.imported;

    const written = plain
      ? await this.#append(current, recording, message)
      : await this.#write(
          storeChange,
          [
            current.projectId,
            current.id,
            current.version,
            current.lastSeq,
            JSON.stringify(headRow(recording.next)),
            isOnlyHead(change) ? null : JSON.stringify(requestRow(recording.next)),
          ],
          recording,
          change,
          at,
        );
    if (!written) return undefined;
    if (makesRoom(current, next)) this.#db.afterCommit(() => this.#madeRoom(current.projectId, next.queueAfter));
    return {
      request: { ...recording.next, copies },
      messages: recording.messages.slice(0, change.messages.length),
      changed: true,
    };
  }

  async #append(current: SupportRequest, { next, events }: Recording, message: Message): Promise<boolean> {
    const [event] = outboxRows(events, this.#db);
    if (!event) return false;
    const rows = await this.#db.query<{ stored: number }>(appendMessage, [
      next.projectId,
      next.id,
      current.version,
      current.lastSeq,
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
    ]);
    if (rows[0]?.stored !== 1) return false;
    outboxWritten(this.#db, [event]);
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
    const assigned = change.events.flatMap(({ type, data }) =>
      type === 'request.assigned' ? [String(data.assigneeId)] : [],
    );
    const [result] = await this.#db.query<{ stored: number }>(statement, [
      ...head,
      JSON.stringify(messages.map(messageRow)),
      JSON.stringify(history.map(historyRow)),
      JSON.stringify(seatDeltas(change.current, next, assigned)),
      at,
      JSON.stringify(rows),
    ]);
    if (result?.stored !== 1) return false;
    outboxWritten(this.#db, rows);
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
    return row?.copies ?? { lead: null, requester: null, department: null, agents: [], bots: [] };
  }

  #newest(request: SupportRequest): Promise<Message[]> {
    return this.#db.query<Message>(newestMessages, [request.projectId, request.id]);
  }
}

const nothingToLock: LockedFacts & { now?: Date } = { seats: new Map(), awaited: new Set() };
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

/** One message that moves nothing of its request. */
function isPlain(change: Change, { messages, events }: Recording): boolean {
  return messages.length === 1 && events.length === 1 && isOnlyHead(change);
}

/** Somebody may take a waiting request now, or this one waits now. */
function makesRoom(current: SupportRequest, next: SupportRequest): boolean {
  const holders = seatHolders(next);
  const freed = seatHolders(current).some((user) => !holders.includes(user));
  return freed || (isWaitingForHuman(next) && !isWaitingForHuman(current));
}
