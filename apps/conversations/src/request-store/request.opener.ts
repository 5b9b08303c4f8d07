import { AsyncLocalStorage } from 'node:async_hooks';

import { runInCall } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

import { type Initiator, moverOf } from '../access/actor.ts';
import { assignedIn, type Seat, type SeatDelta, seatDeltas } from '../participant/seats.ts';
import type { Facts } from '../request/facts.ts';
import { factsFrom, type NewRequest } from '../request/fetched-facts.ts';
import type { Change } from '../request-state/change.ts';
import { isWaitingForHuman } from '../request-state/request.ts';
import { withServiceLevels } from '../service-level/advance.ts';
import { CopyCache } from './copy-cache.ts';
import type { FactLoader, OpeningView } from './fact-loader.ts';
import { isSeatTaken, type RequestWriter, type Stored } from './request.writer.ts';

/** A round is lost when another replica has taken a seat that the decision relied on. */
const maxRounds = 50;

/** A batch serves several callers, so it runs in the call context of none. */
const ownCall = { operation: 'openRequests', actor: undefined };

/** A decision that its caller has to store. */
interface Decision {
  change: Change;
  at: Date;
  ticks: number | null;
  /** Call when it is stored or has failed. @param isMissed another writer took the seat */
  stored(isMissed: boolean): void;
}

interface PendingOpening extends NewRequest {
  by: Initiator;
  decide: (facts: Facts) => Change;
  /** `taken`: the request id exists. */
  resolve(answer: Decision | 'taken'): void;
  reject(error: unknown): void;
}

/**
 * Opens requests without a lock, in batches: requests of a project that arrive while a batch is being decided form the next one.
 * A batch is decided in order on one reading of the seats; then each caller stores its own request. The statement checks that the
 * chosen agent holds no more seats than the decision assumed; if another writer was faster, the request is decided again.
 */
export class RequestOpener {
  readonly #db: Database;
  readonly #factLoader: FactLoader;
  readonly #writer: RequestWriter;
  readonly #copies: CopyCache;
  /** By project, while a batch is decided or stored: the next batch. */
  readonly #waiting = new Map<string, PendingOpening[]>();
  readonly #apart = AsyncLocalStorage.snapshot();

  constructor(db: Database, finder: FactLoader, writer: RequestWriter) {
    this.#db = db;
    this.#factLoader = finder;
    this.#writer = writer;
    this.#copies = new CopyCache(db);
  }

  /** @returns `undefined` when the id is taken */
  async open(by: Initiator, newRequest: NewRequest, decide: (facts: Facts) => Change): Promise<Stored | undefined> {
    for (let round = 0; round < maxRounds; round++) {
      const answer = await this.#decided(by, newRequest, decide);
      if (answer === 'taken') return undefined;
      let isMissed = false;
      try {
        return await this.#store(by, newRequest, answer);
      } catch (error) {
        isMissed = isSeatTaken(error);
        if (!isMissed) throw error;
      } finally {
        answer.stored(isMissed);
      }
    }
    throw new Error('Opening a request failed: its seats were taken in every round.');
  }

  async #store(by: Initiator, { people }: NewRequest, { change, at, ticks }: Decision): Promise<Stored | undefined> {
    const copies = { ...people, ...(await this.#copies.of(change.next, ticks)) };
    const write = () => this.#writer.opening(by, change, at, copies);
    // A savepoint: a refused write must not abort the caller's transaction.
    return this.#db.inTransaction() ? this.#db.transaction(write) : write();
  }

  #decided(by: Initiator, newRequest: NewRequest, decide: PendingOpening['decide']): Promise<Decision | 'taken'> {
    const { projectId } = newRequest.opening;
    return new Promise((resolve, reject) => {
      const one = { ...newRequest, by, decide, resolve, reject };
      const batch = this.#waiting.get(projectId);
      if (batch) {
        batch.push(one);
        return;
      }
      this.#waiting.set(projectId, [one]);
      // Batches calls of the same tick.
      queueMicrotask(() => this.#apart(() => void runInCall(ownCall, () => this.#serve(projectId))));
    });
  }

  async #serve(projectId: string): Promise<void> {
    for (;;) {
      const batch = this.#waiting.get(projectId) ?? [];
      if (batch.length === 0) {
        this.#waiting.delete(projectId);
        return;
      }
      this.#waiting.set(projectId, []);
      try {
        await this.#decide(projectId, batch);
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
    }
  }

  /** In queue order; requests that cannot be decided yet return to `#waiting`. */
  async #decide(projectId: string, batch: readonly PendingOpening[]): Promise<void> {
    const view = await this.#factLoader.forOpening(
      projectId,
      batch.map(({ opening }) => opening.requestId),
      batch.map(({ fetched }) => fetched),
    );
    const ids = new Set(view.taken);
    const fresh: PendingOpening[] = [];
    const later: PendingOpening[] = [];
    for (const one of batch.toSorted(byId)) {
      const { requestId } = one.opening;
      if (view.taken.has(requestId)) one.resolve('taken');
      else if (ids.has(requestId)) later.push(one);
      else fresh.push(one);
      ids.add(requestId);
    }
    const decided = fresh.flatMap((one): Decided[] => {
      const change = decidedOn(one, view);
      return change ? [{ one, change }] : [];
    });
    // Store those that take seats first: the others wait only if all seats are really taken.
    const [serving, waiting] = [false, true].map((isWaiting) =>
      decided.filter(({ change }) => isWaitingForHuman(change.next) === isWaiting),
    );
    const isMissed = await settleBatch(serving ?? [], view);
    if (!isMissed) await settleBatch(waiting ?? [], view);
    else later.push(...(waiting ?? []).map(({ one }) => one));
    this.#waiting.get(projectId)?.unshift(...later);
  }
}

interface Decided {
  one: PendingOpening;
  change: Change;
}

/** Decides one request; the seats of `view` include those that earlier requests of the batch have taken. */
function decidedOn(one: PendingOpening, view: OpeningView): Change | undefined {
  const { by, fetched, decide } = one;
  try {
    const { now: at, config } = view;
    const decided = decide(factsFrom(fetched, null, moverOf(by), at, view));
    const change = withServiceLevels(decided, { at, config, lead: one.people.lead });
    countSeats(view.seats, change);
    return change;
  } catch (error) {
    one.reject(error);
    return undefined;
  }
}

function countSeats(seats: Map<string, Seat>, change: Change): void {
  for (const { id_user, held, assigned } of seatsOf(change)) {
    const seat = seats.get(id_user) ?? { held: 0, lastAssignedAt: null };
    const lastAssignedAt = assigned ? change.next.assignedAt : seat.lastAssignedAt;
    seats.set(id_user, { held: seat.held + held, lastAssignedAt });
  }
}

/** Limits each chosen agent to the seats counted: those held before plus those given in this batch, in any order. */
function limitedToCounted({ one, change }: Decided, { seats }: OpeningView): Change {
  if (one.fetched.routingContexts.size === 0) return change;
  const limits = { ...change.limits };
  for (const { id_user, held } of seatsOf(change)) {
    const counted = seats.get(id_user)?.held ?? 0;
    if (held > 0) limits[id_user] = Math.min(limits[id_user] ?? counted, counted);
  }
  return { ...change, limits };
}

const seatsOf = (change: Change): SeatDelta[] => seatDeltas(null, change.next, assignedIn(change));

/** Resolves the callers, who store their decisions. @returns whether one of them missed a seat */
async function settleBatch(decided: readonly Decided[], view: OpeningView): Promise<boolean> {
  const misses = decided.map((each) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    each.one.resolve({ change: limitedToCounted(each, view), at: view.now, ticks: view.ticks, stored: resolve });
    return promise;
  });
  return (await Promise.all(misses)).includes(true);
}

function byId(one: PendingOpening, other: PendingOpening): number {
  return one.opening.id < other.opening.id ? -1 : 1;
}
