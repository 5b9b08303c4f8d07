import { AsyncLocalStorage } from 'node:async_hooks';

import { currentCall, runInCall } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

import { type By, mover } from '../participant/by.ts';
import { assignedIn, type Seat, type SeatDelta, seatDeltas } from '../participant/seats.ts';
import { type Facts, FactsNeeded } from '../request/facts.ts';
import { factsFrom, type Unopened } from '../request/known-facts.ts';
import type { Change } from '../request-state/change.ts';
import { isWaitingForHuman } from '../request-state/request.ts';
import type { FactFinder, OpeningView } from './fact-finder.ts';
import { RememberedCopies } from './remembered-copies.ts';
import { isSeatTaken, type RequestWriter, type Stored } from './request.writer.ts';

/** Each time another replica has taken a seat that was counted on. */
const mostRounds = 50;

/** What is decided for several callers is in the call of none. */
const ownCall = { operation: 'openRequests', actor: undefined };

/** What was decided, until the caller has stored it. */
interface Decision {
  change: Change;
  at: Date;
  ticks: number | null;
  /** To be called when it is stored or has failed. @param isMissed a seat was gone */
  stored(isMissed: boolean): void;
}

interface Waiting extends Unopened {
  by: By;
  decide: (facts: Facts) => Change;
  /** `taken`: the id is. */
  resolve(answer: Decision | FactsNeeded | 'taken'): void;
  reject(error: unknown): void;
}

/**
 * Opens requests without a lock. Those of a project that come while others are decided are decided together, one after the other, on
 * one reading of the seats; then each is stored by its own caller and statement. That somebody has still no more seats than they were
 * chosen for is a condition of the statement: if another writer was faster, it is decided again.
 */
export class RequestOpener {
  readonly #db: Database;
  readonly #finder: FactFinder;
  readonly #writer: RequestWriter;
  readonly #copies: RememberedCopies;
  /** By project, while some are decided or stored: who comes next. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #apart = AsyncLocalStorage.snapshot();

  constructor(db: Database, finder: FactFinder, writer: RequestWriter) {
    this.#db = db;
    this.#finder = finder;
    this.#writer = writer;
    this.#copies = new RememberedCopies(db);
  }

  /** @returns `undefined` when the id is taken */
  async open(by: By, unopened: Unopened, decide: (facts: Facts) => Change): Promise<Stored | undefined> {
    for (let round = 0; round < mostRounds; round++) {
      const answer = await this.#decided(by, unopened, decide);
      if (answer === 'taken') return undefined;
      if (answer instanceof FactsNeeded) {
        await this.#finder.learn(unopened.opening.projectId, unopened.knowledge, answer);
        continue;
      }
      let isMissed = false;
      try {
        return await this.#store(by, unopened, answer);
      } catch (error) {
        isMissed = isSeatTaken(error);
        if (!isMissed) throw error;
      } finally {
        answer.stored(isMissed);
      }
    }
    throw new Error('The seats of a new request were taken again and again.');
  }

  async #store(by: By, { people }: Unopened, { change, at, ticks }: Decision): Promise<Stored | undefined> {
    const copies = { ...people, ...(await this.#copies.of(change.next, ticks)) };
    const write = () => this.#writer.opening(by, change, at, copies);
    const { idempotency, causationId } = currentCall();
    // Refused inside a wider transaction, it must leave the rest of that intact.
    return idempotency || causationId ? this.#db.transaction(write) : write();
  }

  #decided(by: By, unopened: Unopened, decide: Waiting['decide']): Promise<Decision | FactsNeeded | 'taken'> {
    const { projectId } = unopened.opening;
    return new Promise((resolve, reject) => {
      const one = { ...unopened, by, decide, resolve, reject };
      const line = this.#waiting.get(projectId);
      if (line) {
        line.push(one);
        return;
      }
      this.#waiting.set(projectId, [one]);
      // Others that come in the same moment come along.
      queueMicrotask(() => this.#apart(() => void runInCall(ownCall, () => this.#serve(projectId))));
    });
  }

  async #serve(projectId: string): Promise<void> {
    for (;;) {
      const line = this.#waiting.get(projectId) ?? [];
      if (line.length === 0) {
        this.#waiting.delete(projectId);
        return;
      }
      this.#waiting.set(projectId, []);
      try {
        await this.#decide(projectId, line);
      } catch (error) {
        for (const one of line) one.reject(error);
      }
    }
  }

  /** In the order in which they would wait; `#waiting` gets back those that could not be decided yet. */
  async #decide(projectId: string, line: readonly Waiting[]): Promise<void> {
    const view = await this.#finder.forOpening(
      projectId,
      line.map(({ opening }) => opening.requestId),
      line.map(({ knowledge }) => knowledge),
    );
    const ids = new Set(view.taken);
    const fresh: Waiting[] = [];
    const later: Waiting[] = [];
    for (const one of line.toSorted(byId)) {
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
    // Whoever waits because all seats are taken must be right: those who take them are stored first.
    const [serving, waiting] = [false, true].map((isWaiting) =>
      decided.filter(({ change }) => isWaitingForHuman(change.next) === isWaiting),
    );
    const isMissed = await handOver(serving ?? [], view);
    if (!isMissed) await handOver(waiting ?? [], view);
    else later.push(...(waiting ?? []).map(({ one }) => one));
    this.#waiting.get(projectId)?.unshift(...later);
  }
}

interface Decided {
  one: Waiting;
  change: Change;
}

/** What comes of one, after those before it; they are counted in the seats of `view`. */
function decidedOn(one: Waiting, view: OpeningView): Change | undefined {
  const { by, knowledge, decide } = one;
  try {
    const change = decide(factsFrom(knowledge, null, mover(by), view.now, view));
    take(view.seats, change);
    return change;
  } catch (error) {
    if (error instanceof FactsNeeded) one.resolve(error);
    else one.reject(error);
    return undefined;
  }
}

function take(seats: Map<string, Seat>, change: Change): void {
  for (const { id_user, held, assigned } of seatsOf(change)) {
    const seat = seats.get(id_user) ?? { held: 0, lastAssignedAt: null };
    const lastAssignedAt = assigned ? change.next.assignedAt : seat.lastAssignedAt;
    seats.set(id_user, { held: seat.held + held, lastAssignedAt });
  }
}

/** Whom routing has chosen may hold no more than was counted on: what they held, and what those decided together give them, in any order. */
function withinCount({ one, change }: Decided, { seats }: OpeningView): Change {
  if (one.knowledge.rosters.size === 0) return change;
  const limits = { ...change.limits };
  for (const { id_user, held } of seatsOf(change)) {
    const counted = seats.get(id_user)?.held ?? 0;
    if (held > 0) limits[id_user] = Math.min(limits[id_user] ?? counted, counted);
  }
  return { ...change, limits };
}

const seatsOf = (change: Change): SeatDelta[] => seatDeltas(null, change.next, assignedIn(change));

/** Lets the callers store what was decided. @returns whether one has missed a seat */
async function handOver(decided: readonly Decided[], view: OpeningView): Promise<boolean> {
  const misses = decided.map((each) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    each.one.resolve({ change: withinCount(each, view), at: view.now, ticks: view.ticks, stored: resolve });
    return promise;
  });
  return (await Promise.all(misses)).includes(true);
}

function byId(one: Waiting, other: Waiting): number {
  return one.opening.id < other.opening.id ? -1 : 1;
}
