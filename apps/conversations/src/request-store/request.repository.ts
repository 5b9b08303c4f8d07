import type { ErrorDetails } from '@parley/contracts';
import { requestErrors } from '@parley/contracts';
import { checkIfMatch, currentCall, runInCall } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { type Initiator, moverOf } from '../access/actor.ts';
import type { Holds } from '../hold/hold.repository.ts';
import { type Facts, isNothing, type Needs, noNeeds } from '../request/facts.ts';
import { FetchedFacts, factsFrom, type NewRequest } from '../request/fetched-facts.ts';
import type { Change } from '../request-state/change.ts';
import type { Message } from '../request-state/message.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { isWaitingForHuman, type SupportRequest, seatHolders } from '../request-state/request.ts';
import { endScheduled } from '../schedule/scheduled.repository.ts';
import type { AutomationConfigs } from '../service-level/automation-config.repository.ts';
import type { EventOptions } from './change-set.ts';
import { followed, freesCapacity, MoreNeeded, requireFacts } from './decisions.ts';
import type { FactLoader, QueueView } from './fact-loader.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { LevelBatches, type LevelOutcome } from './level-batches.ts';
import { type Loaded, type RequestKey, RequestLoader } from './request.loader.ts';
import { RequestOpener } from './request.opener.ts';
import { findByExternalIds, lockFreeHead, lockHead, lockHeads } from './request.statements.ts';
import { type Attempt, isOneMessage, RequestWriter, type RunRow, type Stored } from './request.writer.ts';

/** Finds a stored message by the sender's own id (dedupe key); `channel` `null`: that of the request. */
export type FindDuplicate = (channel: string | null, externalId: string) => Message | undefined;
export type Decide = (current: RequestWithCopies, facts: Facts, findDuplicate: FindDuplicate) => Change;

export interface UpdateOptions {
  /** What the decision needs besides the request; default: nothing. Asked again when the request has changed. */
  needs?: (current: RequestWithCopies) => Needs;
  /** The error for a caller who may not see the request; default `request_not_found`. */
  hidden?: (details?: ErrorDetails) => Error;
  /** The senders' own ids of their messages, for `findDuplicate`. */
  externalIds?: readonly { channel: string | null; id: string }[];
  /** For a pass over the queue: a locked request is `request_not_found`. */
  queue?: QueueView;
  /** Other reads and writes of the request's rows, in the same transaction and under its lock; the change is decided on what they leave. */
  before?: (id: string) => Promise<void>;
  /** The run of the rule that decides: stored with the change, or by itself where nothing changes. Asked after the decision. */
  run?: () => RunRow;
}

/** In the transaction of the requester's first message to a request in preflight. */
export type RequesterWrote = (request: SupportRequest) => Promise<void>;

/** Capacity may be free for a waiting request of the project, now or in some time. */
export type CapacityFreed = (projectId: string, inMs: number) => void;

interface RepositoryParts {
  finder: FactLoader;
  configs: AutomationConfigs;
  holds: Holds;
  requesterWrote: RequesterWrote;
}

/** A round is lost when the request has changed in between so that the decision needs more. */
const maxRounds = 8;

/** The only writer of requests, messages, history and seats. */
export class RequestRepository {
  readonly #db: Database;
  readonly #loader: RequestLoader;
  readonly #factLoader: FactLoader;
  readonly #writer: RequestWriter;
  readonly #opener: RequestOpener;
  readonly #levels: LevelBatches;
  readonly #mutex = new KeyedMutex();
  readonly #holds: Holds;
  readonly #requesterWrote: RequesterWrote;
  readonly #capacityListeners: CapacityFreed[] = [];

  constructor(db: Database, parts: RepositoryParts, eventOptions: EventOptions) {
    const { finder, configs, holds, requesterWrote } = parts;
    this.#db = db;
    this.#loader = new RequestLoader(db, configs);
    this.#factLoader = finder;
    this.#writer = new RequestWriter(db, eventOptions);
    this.#opener = new RequestOpener(db, finder, this.#writer);
    this.#levels = new LevelBatches(this.#loader, this.#writer);
    this.#holds = holds;
    this.#requesterWrote = requesterWrote;
  }

  /** Calls `listener` after the commit of each change that may have freed capacity. */
  onCapacityFreed(listener: CapacityFreed): void {
    this.#capacityListeners.push(listener);
  }

  /**
   * Decides on the current request and stores the change with all its rows and events, or nothing.
   * First with optimistic concurrency, in one or two round trips; after a conflict, or when it needs facts, under the lock.
   * @throws request_not_found for what the actor may not see
   */
  async update(
    by: Initiator,
    projectId: string,
    requestId: string,
    decide: Decide,
    options: UpdateOptions = {},
  ): Promise<Stored> {
    const run = () => this.#decided(by, projectId, requestId, decide, options);
    // Not inside a wider transaction: the mutex could wait for a writer that waits for our row lock.
    const { idempotency, causationId } = currentCall();
    return idempotency || causationId || options.queue || options.before
      ? run()
      : this.#mutex.run(`${projectId} ${requestId}`, run);
  }

  /**
   * Decides on several requests, each by itself, and stores together what is a change of service levels alone. What is more, is locked or
   * cannot be stored is `left`: call `update` for it.
   * @param keys each of another request
   */
  updateLevels(
    keys: readonly RequestKey[],
    decide: (current: RequestWithCopies, at: Date) => Change,
  ): Promise<LevelOutcome[]> {
    return this.#levels.run(keys, (current) => followed(current, decide(current, current.now), current.now));
  }

  /** Stores a new request; `undefined` when its id is taken. */
  async create(
    by: Initiator,
    newRequest: NewRequest,
    decide: (facts: Facts) => Change,
    needs = noNeeds,
  ): Promise<Stored | undefined> {
    const { projectId } = newRequest.opening;
    const missing = newRequest.fetched.missing(needs);
    if (missing) await this.#factLoader.fetch(projectId, newRequest.fetched, missing);
    const stored = await this.#opener.open(by, newRequest, decide);
    if (stored && isWaitingForHuman(stored.request)) this.#signalCapacity(projectId, 0);
    return stored;
  }

  /**
   * Decides on two requests at once and stores both changes, or none.
   * @param decide must ask no other service: both requests are locked
   * @throws request_not_found for one that the actor may not see
   */
  async updateBoth(
    by: Initiator,
    projectId: string,
    [first, second]: readonly [string, string],
    decide: (one: RequestWithCopies, other: RequestWithCopies, at: Date) => Promise<readonly [Change, Change]>,
  ): Promise<readonly [Stored, Stored]> {
    return this.#db.transaction(async () => {
      const heads = await this.#db.query(lockHeads, [projectId, [first, second]]);
      if (heads.length < 2) throw requestErrors.request_not_found();
      const one = await this.#loader.load(by, projectId, first);
      // The condition of a call is on the request that it names first.
      const other = await runInCall({ ...currentCall(), ifMatch: undefined }, () =>
        this.#loader.load(by, projectId, second),
      );
      const at = new Date(Math.max(one.now.getTime(), other.now.getTime()));
      const changes = await decide(one, other, at);
      const store = async (current: Loaded, change: Change) => {
        const stored = await this.#store(by, current, followed(current, change, at), at);
        if (!stored) throw new Error('A locked request has changed.');
        return stored;
      };
      return [await store(one, changes[0]), await store(other, changes[1])] as const;
    });
  }

  /** Deletes a request, its messages, notes and history, for good. @throws request_not_found; on_hold */
  async delete(by: Initiator, projectId: string, requestId: string): Promise<RequestWithCopies> {
    const current = await this.#remove(by, projectId, requestId);
    if (!current) throw requestErrors.request_not_found();
    return current;
  }

  /** Deletes a request by retention if `isExpired` still holds under its lock. @throws request_not_found; on_hold */
  async expire(projectId: string, requestId: string, isExpired: (current: SupportRequest) => boolean): Promise<void> {
    await this.#remove('system', projectId, requestId, isExpired);
  }

  async #remove(
    by: Initiator,
    projectId: string,
    requestId: string,
    isExpired?: (current: SupportRequest) => boolean,
  ): Promise<RequestWithCopies | undefined> {
    const current = await this.#db.transaction(async () => {
      const [head] = await this.#db.query(lockHead, [projectId, requestId]);
      if (!head) throw requestErrors.request_not_found();
      const locked = await this.#loader.load(by, projectId, requestId);
      if (isExpired && !isExpired(locked)) return undefined;
      await this.#holds.refuseHeld(projectId, locked.id);
      const removed = await this.#writer.removal(by, locked, locked.now, isExpired !== undefined);
      if (!removed) throw new Error('A locked request has changed.');
      return locked;
    });
    if (!current) return undefined;
    this.#db.afterCommit(() => this.#loader.evict(current));
    if (seatHolders(current).length > 0) this.#signalCapacity(projectId, 0);
    return current;
  }

  async #decided(
    by: Initiator,
    projectId: string,
    requestId: string,
    decide: Decide,
    options: UpdateOptions,
  ): Promise<Stored> {
    const fetched = new FetchedFacts();
    const { queue } = options;
    if (queue) fetched.routingContexts.set(queue.departmentId, queue.routingContexts.get(queue.departmentId) ?? null);
    let locked = queue !== undefined || options.before !== undefined;
    for (let round = 0; round < maxRounds; round++) {
      try {
        const stored = locked
          ? await this.#underLock(by, projectId, requestId, decide, fetched, options)
          : await this.#optimistic(by, projectId, requestId, decide, options);
        if (stored) return stored;
      } catch (error) {
        if (!(error instanceof MoreNeeded)) throw error;
        await this.#factLoader.fetch(projectId, fetched, error.needs);
      }
      locked = true;
    }
    throw new Error('The needs of a decision changed in every round.');
  }

  async #optimistic(
    by: Initiator,
    projectId: string,
    requestId: string,
    decide: Decide,
    options: UpdateOptions,
  ): Promise<Stored | undefined> {
    const tried = await this.#fromMemory(by, projectId, requestId, decide, options);
    if (tried?.stored) return tried.stored;

    const current = await this.#loader.load(by, projectId, requestId, { ...options, head: tried?.head });
    const fetched = new FetchedFacts();
    requireFacts(fetched, current, options.needs);
    const facts = factsFrom(fetched, current, moverOf(by), current.now, undefined);
    const change = decided(decide, current, facts, await this.#findDuplicate(current, options));
    return this.#store(by, current, change, current.now, options.run?.());
  }

  /**
   * One round trip for most messages: decides on the cached request, and stores the message if the cache is still current.
   * Other changes and refusals are decided on a fresh read, because the cache may be stale.
   */
  async #fromMemory(
    by: Initiator,
    projectId: string,
    requestId: string,
    decide: Decide,
    { needs, run }: UpdateOptions,
  ): Promise<Attempt | undefined> {
    // What a rule does is never one message alone.
    const known = run ? undefined : this.#loader.cached(by, projectId, requestId);
    if (!known || !isNothing(needs?.(known) ?? noNeeds)) return undefined;
    const change = decidedOn(known, by, decide);
    if (!change || !isOneMessage(change) || freesCapacity(known, change.next)) return undefined;

    const tried = await this.#writer.message(by, known, change, known.now, known.stamp);
    const { stored, head } = tried;
    if (stored && head) this.#db.afterCommit(() => this.#loader.cache({ ...known, ...stored.request }, head.now));
    return tried;
  }

  #underLock(
    by: Initiator,
    projectId: string,
    requestId: string,
    decide: Decide,
    fetched: FetchedFacts,
    options: UpdateOptions,
  ): Promise<Stored> {
    return this.#db.transaction(async () => {
      const statement = options.queue ? lockFreeHead : lockHead;
      const [head] = await this.#db.query<{ id: string }>(statement, [projectId, requestId]);
      if (!head) throw requestErrors.request_not_found();
      await options.before?.(head.id);
      const current = await this.#loader.load(by, projectId, requestId, options);
      requireFacts(fetched, current, options.needs);
      const findDuplicate = await this.#findDuplicate(current, options);
      const locked = await this.#factLoader.lock(projectId, current, fetched, options.queue);
      const at = locked?.now ?? current.now;
      const change = decided(decide, current, factsFrom(fetched, current, moverOf(by), at, locked), findDuplicate);
      const stored = await this.#store(by, current, change, at, options.run?.());
      if (!stored) throw new Error('A locked request has changed.');
      return stored;
    });
  }

  async #findDuplicate(current: Loaded, { externalIds = [] }: UpdateOptions): Promise<FindDuplicate> {
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

  /** @returns `undefined` after a concurrent write */
  async #store(by: Initiator, current: Loaded, change: Change, at: Date, run?: RunRow): Promise<Stored | undefined> {
    const { next } = change;
    if (next === current && change.messages.length + change.lines.length === 0) {
      if (run) await this.#writer.run(run);
      return { request: current, messages: [], changed: false };
    }

    const write = () => this.#writer.change(by, current, change, at, run);
    const begins = current.preflight && !next.preflight;
    const isOne = !begins && !change.unscheduled;
    const stored = await (isOne ? write() : this.#db.transaction(() => this.#accompanied(write, change, begins)));
    if (stored) {
      this.#db.afterCommit(() =>
        isOneMessage(change) ? this.#loader.cache({ ...current, ...stored.request }, at) : this.#loader.evict(current),
      );
    }
    if (stored && freesCapacity(current, next)) {
      this.#signalCapacity(current.projectId, next.queueAfter ? next.queueAfter.getTime() - at.getTime() : 0);
    }
    return stored;
  }

  async #accompanied(
    write: () => Promise<Stored | undefined>,
    { unscheduled }: Change,
    begins: boolean,
  ): Promise<Stored | undefined> {
    const stored = await write();
    if (!stored) return undefined;
    const { request } = stored;
    if (begins) await this.#requesterWrote(request);
    if (unscheduled) await endScheduled(this.#db, request.projectId, unscheduled, request.updatedAt);
    return stored;
  }

  #signalCapacity(projectId: string, inMs: number): void {
    this.#db.afterCommit(() => {
      for (const listener of this.#capacityListeners) listener(projectId, inMs);
    });
  }
}

/** What the rules decide, and what follows for scheduled messages and service levels. */
function decided(decide: Decide, current: Loaded, facts: Facts, findDuplicate: FindDuplicate): Change {
  return followed(current, decide(current, facts, findDuplicate), facts.at);
}

/** Decides on a cached request; `undefined` when it would be refused. */
function decidedOn(known: Loaded, by: Initiator, decide: Decide): Change | undefined {
  try {
    checkIfMatch(known.version);
    return decided(
      decide,
      known,
      factsFrom(new FetchedFacts(), known, moverOf(by), known.now, undefined),
      noDuplicates,
    );
  } catch {
    return undefined;
  }
}

/** The statement that stores the message checks for a duplicate. */
const noDuplicates: FindDuplicate = () => undefined;
