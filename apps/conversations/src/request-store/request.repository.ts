import type { ErrorDetails } from '@parley/contracts';
import { requestErrors } from '@parley/contracts';
import { checkIfMatch, currentCall } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { type By, mover } from '../participant/by.ts';
import { type Facts, FactsNeeded } from '../request/facts.ts';
import { factsFrom, Knowledge, type Unopened } from '../request/known-facts.ts';
import type { Change } from '../request-state/change.ts';
import type { Message } from '../request-state/message.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { isWaitingForHuman, type SupportRequest, seatHolders } from '../request-state/request.ts';
import type { FactFinder, QueueView } from './fact-finder.ts';
import type { Announcing } from './recording.ts';
import { type Loaded, RequestLoader } from './request.loader.ts';
import { RequestOpener } from './request.opener.ts';
import { findByExternalIds, lockFreeHead, lockHead } from './request.statements.ts';
import { type Attempt, isOneMessage, RequestWriter, type Stored } from './request.writer.ts';
import { Turns } from './turns.ts';

/** What the request holds already under the sender's own id of a message; `channel` `null`: the one of the request. */
export type SaidBefore = (channel: string | null, externalId: string) => Message | undefined;
export type Decide = (current: RequestWithCopies, facts: Facts, saidBefore: SaidBefore) => Change;

export interface UpdateOptions {
  /** What a caller is told who may not see the request; default `request_not_found`. */
  hidden?: (details?: ErrorDetails) => Error;
  /** The senders' own ids of what they say, for `saidBefore`. */
  externalIds?: readonly { channel: string | null; id: string }[];
  /** For a pass over the queue: a request that somebody else is writing to is `request_not_found`. */
  queue?: QueueView;
}

/** Who wants to know of some changes. */
export interface Told {
  /** After the commit of a change that may have made room for a waiting request. */
  madeRoom(projectId: string, inMs: number): void;
  /** In the transaction in which the requester of a request that had not begun has written. */
  spoke(request: SupportRequest): Promise<void>;
}

/** Facts are asked for in rounds; a department that keeps changing meanwhile ends them. */
const mostRounds = 8;

/** The only writer of requests, messages, history and seats. */
export class RequestRepository {
  readonly #db: Database;
  readonly #loader: RequestLoader;
  readonly #finder: FactFinder;
  readonly #writer: RequestWriter;
  readonly #opener: RequestOpener;
  readonly #turns = new Turns();
  readonly #told: Told;

  constructor(db: Database, finder: FactFinder, told: Told, announcing: Announcing) {
    this.#db = db;
    this.#loader = new RequestLoader(db);
    this.#finder = finder;
    this.#writer = new RequestWriter(db, announcing);
    this.#opener = new RequestOpener(db, finder, this.#writer);
    this.#told = told;
  }

  /**
   * Lets the rules decide on the request as it stands and stores what they decide, with all it entails, or nothing.
   * At first without a lock, in one round trip or two; if somebody was faster, or the rules need more facts, under the lock.
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
    return idempotency || causationId || options.queue ? run() : this.#turns.take(`${projectId} ${requestId}`, run);
  }

  /** Stores a new request; `undefined` when its id is taken. */
  async create(by: By, unopened: Unopened, decide: (facts: Facts) => Change): Promise<Stored | undefined> {
    const stored = await this.#opener.open(by, unopened, decide);
    const { projectId } = unopened.opening;
    if (stored && isWaitingForHuman(stored.request)) this.#db.afterCommit(() => this.#told.madeRoom(projectId, 0));
    return stored;
  }

  /** Deletes a request, its messages, notes and history, for good. @throws request_not_found */
  async delete(by: By, projectId: string, requestId: string): Promise<RequestWithCopies> {
    const current = await this.#db.transaction(async () => {
      const [head] = await this.#db.query(lockHead, [projectId, requestId]);
      if (!head) throw requestErrors.request_not_found();
      const locked = await this.#loader.load(by, projectId, requestId);
      if (!(await this.#writer.removal(by, locked, locked.now))) throw new Error('A locked request has changed.');
      return locked;
    });
    this.#db.afterCommit(() => this.#loader.forget(current));
    if (seatHolders(current).length > 0) this.#db.afterCommit(() => this.#told.madeRoom(projectId, 0));
    return current;
  }

  async #decided(
    by: By,
    projectId: string,
    requestId: string,
    decide: Decide,
    options: UpdateOptions,
  ): Promise<Stored> {
    const knowledge = new Knowledge();
    const { queue } = options;
    if (queue) knowledge.rosters.set(queue.departmentId, queue.rosters.get(queue.departmentId) ?? null);
    let locked = queue !== undefined;
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
    const tried = await this.#fromMemory(by, projectId, requestId, decide);
    if (tried?.stored) return tried.stored;

    const current = await this.#loader.load(by, projectId, requestId, { ...options, head: tried?.head });
    const facts = factsFrom(new Knowledge(), current, mover(by), current.now, undefined);
    const change = decide(current, facts, await this.#saidBefore(current, options));
    return this.#store(by, current, change, current.now);
  }

  /**
   * One round trip for most messages: decides on what is remembered of the request, and stores that if all of it still holds.
   * What is more than a message, or would be refused, is for the others to decide: memory may be wrong.
   */
  async #fromMemory(by: By, projectId: string, requestId: string, decide: Decide): Promise<Attempt | undefined> {
    const known = this.#loader.recall(by, projectId, requestId);
    const change = known && decidedOn(known, by, decide);
    if (!change || !isOneMessage(change)) return undefined;

    const tried = await this.#writer.message(by, known, change, known.now, known.stamp);
    const { stored, head } = tried;
    if (stored && head) this.#db.afterCommit(() => this.#loader.keep({ ...known, ...stored.request }, head.now));
    return tried;
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
      const statement = options.queue ? lockFreeHead : lockHead;
      const [head] = await this.#db.query(statement, [projectId, requestId]);
      if (!head) throw requestErrors.request_not_found();
      const current = await this.#loader.load(by, projectId, requestId, options);
      const saidBefore = await this.#saidBefore(current, options);
      const locked = await this.#finder.lock(projectId, current, knowledge, options.queue);
      const at = locked?.now ?? current.now;
      const change = decide(current, factsFrom(knowledge, current, mover(by), at, locked), saidBefore);
      const stored = await this.#store(by, current, change, at);
      if (!stored) throw new Error('A locked request has changed.');
      return stored;
    });
  }

  async #saidBefore(current: Loaded, { externalIds = [] }: UpdateOptions): Promise<SaidBefore> {
    const { projectId, id } = current;
    const channelOf = (channel: string | null) => channel ?? current.channel;
    const known =
      externalIds.length === 0
        ? []
        : await this.#db.query<Message>(findByExternalIds, [
            ...[projectId, id],
            externalIds.map(({ channel }) => channelOf(channel)),
            externalIds.map((one) => one.id),
          ]);
    return (channel, externalId) =>
      known.find((message) => message.channel === channelOf(channel) && message.externalId === externalId);
  }

  /** @returns `undefined` when somebody was faster */
  async #store(by: By, current: Loaded, change: Change, at: Date): Promise<Stored | undefined> {
    const { next } = change;
    if (next === current && change.messages.length + change.lines.length === 0)
      return { request: current, messages: [], changed: false };

    const write = () => this.#writer.change(by, current, change, at);
    const begins = current.preflight && !next.preflight;
    const stored = await (begins ? this.#db.transaction(() => this.#begun(write)) : write());
    if (stored) {
      this.#db.afterCommit(() =>
        isOneMessage(change) ? this.#loader.keep({ ...current, ...stored.request }, at) : this.#loader.forget(current),
      );
    }
    if (stored && makesRoom(current, next)) {
      this.#db.afterCommit(() =>
        this.#told.madeRoom(current.projectId, next.queueAfter ? next.queueAfter.getTime() - at.getTime() : 0),
      );
    }
    return stored;
  }

  async #begun(write: () => Promise<Stored | undefined>): Promise<Stored | undefined> {
    const stored = await write();
    if (stored) await this.#told.spoke(stored.request);
    return stored;
  }
}

/** What would come of a request as it is remembered; nothing where more has to be known or it would be refused. */
function decidedOn(known: Loaded, by: By, decide: Decide): Change | undefined {
  try {
    checkIfMatch(known.version);
    return decide(known, factsFrom(new Knowledge(), known, mover(by), known.now, undefined), saidNothingBefore);
  } catch {
    return undefined;
  }
}

/** A sender's own id of a message is looked for by the statement that stores it. */
const saidNothingBefore: SaidBefore = () => undefined;

/** Somebody may take a waiting request now, or this one waits now. */
function makesRoom(current: SupportRequest, next: SupportRequest): boolean {
  const holders = seatHolders(next);
  const freed = seatHolders(current).some((user) => !holders.includes(user));
  return freed || (isWaitingForHuman(next) && !isWaitingForHuman(current));
}
