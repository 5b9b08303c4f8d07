import { setTimeout as delay } from 'node:timers/promises';

import { AppError, RequestStatus } from '@parley/contracts';
import { runInCall } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';

import type { Rosters } from '../directory/rosters.ts';
import { seatHolders } from '../request-state/request.ts';
import type { RequestRepository } from '../request-store/request.repository.ts';
import type { Candidate, Roster } from '../routing/roster.ts';
import { serveFromQueue } from '../routing/routing.ts';
import { Alarms } from '../timer/alarms.ts';
import { type QueueQueries, type Waiting, waitingBatch } from './queue.repository.ts';
import type { SeatQueries } from './seat.query.repository.ts';

/** The people of a department during a pass. */
interface Desk {
  roster: Roster | null;
  /** Seats held by those who are available, as last seen. */
  held: Map<string, number>;
}

interface Parts {
  db: Database;
  queries: QueueQueries;
  requests: () => RequestRepository;
  rosters: Rosters;
  seats: SeatQueries;
  log: Logger;
}

/** After so long a request that was busy is looked at again. */
const busyMs = 200;
/** After so many looks at a busy request, those behind it no longer wait for it. */
const patience = 3;
/** So soon at the earliest a project is looked at again that should have opened by our clock. */
const openingMs = 250;
/** A pass asks so often who is available. */
const rosterAgeMs = 250;
const projectsAtOnce = 4;

/**
 * Gives waiting requests to people who have room, oldest first. Passes of one project may run on several replicas at once:
 * the rows decide.
 */
export class Queue {
  readonly #parts: Parts;
  /** Projects with a pass under way, and whether another is wanted after it. */
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();
  readonly #alarms = new Alarms((projectId) => this.wake(projectId));
  /** By project: requests found busy in its last pass, and how often in a row. */
  readonly #busy = new Map<string, ReadonlyMap<string, number>>();
  #stopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Somebody may have room: looks soon. Several calls at once are one pass, and one more if they came too late for it.
   * @param inMs not before
   */
  wake(projectId: string, inMs = 0): void {
    if (this.#stopped) return;
    if (inMs > 0) {
      this.#alarms.set(projectId, inMs);
      return;
    }
    const running = this.#running.get(projectId);
    if (running) {
      running.again = true;
      return;
    }
    const state = { again: false, done: Promise.resolve() };
    this.#running.set(projectId, state);
    // A call of its own: what woke it may have had conditions that are none of the queue's business.
    const call = {
      operation: 'serveQueue',
      actor: undefined,
      ifMatch: undefined,
      idempotency: undefined,
      deadline: undefined,
    };
    state.done = runInCall(call, () => this.#runPasses(projectId, state));
  }

  /** `wake` when the transaction of the caller has committed. */
  wakeAfterCommit(projectId: string): void {
    this.#parts.db.afterCommit(() => this.wake(projectId));
  }

  /** Repairs what a lost signal left, and serves what a pause or the hours held back. */
  async sweep(): Promise<void> {
    for (let after = ''; ; ) {
      const projects = await this.#parts.queries.projects(after);
      for (let first = 0; first < projects.length; first += projectsAtOnce) {
        const some = projects.slice(first, first + projectsAtOnce);
        for (const projectId of some) this.wake(projectId);
        await Promise.all(some.map((projectId) => this.#running.get(projectId)?.done));
      }
      const last = projects.at(-1);
      if (last === undefined || this.#stopped) return;
      after = last;
    }
  }

  /** Resolves when no pass is under way, and none is about to look again at a request that was busy. */
  async idle(): Promise<void> {
    for (;;) {
      while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
      if (this.#busy.size === 0 || this.#stopped) return;
      await delay(busyMs / 4);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#alarms.clear();
    await this.idle();
  }

  async #runPasses(projectId: string, state: { again: boolean }): Promise<void> {
    try {
      do {
        state.again = false;
        await this.#pass(projectId);
      } while (state.again && !this.#stopped);
    } catch (error) {
      // The sweep comes round again.
      this.#busy.delete(projectId);
      this.#parts.log.warn({ err: error, projectId }, 'a pass over the queue failed');
    } finally {
      this.#running.delete(projectId);
    }
  }

  async #pass(projectId: string): Promise<void> {
    const desks = new Map<string | null, Desk>();
    const busy = new Map<string, number>();
    let after: Waiting | undefined;
    let askedAt = performance.now();
    for (;;) {
      const waiting = await this.#parts.queries.waiting(projectId, after, withoutRoom(desks));
      for (const one of waiting) {
        if (this.#stopped) return;
        if (performance.now() - askedAt > rosterAgeMs) {
          desks.clear();
          askedAt = performance.now();
        }
        const desk = await this.#deskOf(projectId, one.departmentId, desks);
        if (!mayBeServed(one, desk)) continue;
        const taken = await this.#serve(projectId, one, desks, busy);
        if (taken) await this.#count(projectId, taken, desks);
      }
      after = waiting.at(-1);
      if (waiting.length < waitingBatch) break;
    }
    await this.#setAlarm(projectId, desks, busy);
  }

  /** The next time when rows or hours, and no event, make a pass useful. */
  async #setAlarm(
    projectId: string,
    desks: ReadonlyMap<string | null, Desk>,
    busy: ReadonlyMap<string, number>,
  ): Promise<void> {
    if (busy.size > 0) this.#busy.set(projectId, busy);
    else this.#busy.delete(projectId);

    const openings = [...desks.values()].flatMap(({ roster }) =>
      roster && !roster.open && roster.nextChangeAt ? [roster.nextChangeAt.getTime() - Date.now()] : [],
    );
    const pauseMs = await this.#parts.queries.nextPauseMs(projectId);
    const delays = [
      ...openings.map((ms) => Math.max(ms, openingMs)),
      ...(pauseMs === null ? [] : [pauseMs]),
      ...(busy.size > 0 ? [busyMs] : []),
    ];
    if (delays.length > 0 && !this.#stopped) this.#alarms.set(projectId, Math.min(...delays));
  }

  async #deskOf(projectId: string, departmentId: string | null, desks: Map<string | null, Desk>): Promise<Desk> {
    const known = desks.get(departmentId);
    if (known) return known;
    const roster = await this.#parts.rosters.ofRequest(projectId, departmentId);
    const desk = { roster, held: await this.#heldAt(projectId, roster) };
    desks.set(departmentId, desk);
    return desk;
  }

  async #heldAt(projectId: string, roster: Roster | null): Promise<Map<string, number>> {
    const users = availableIn(roster).map(({ idUser }) => idUser);
    return users.length === 0 ? new Map() : this.#parts.seats.heldBy(projectId, users);
  }

  /** Seats are shared between departments. @param taken by whom; nobody: others were faster, so that the desks have to look again */
  async #count(projectId: string, taken: readonly string[], desks: ReadonlyMap<string | null, Desk>): Promise<void> {
    for (const desk of desks.values()) {
      if (taken.length === 0) desk.held = await this.#heldAt(projectId, desk.roster);
      for (const user of taken) desk.held.set(user, (desk.held.get(user) ?? 0) + 1);
    }
  }

  /** @returns who has taken it; `undefined` when somebody else is writing to it, or it is gone */
  async #serve(
    projectId: string,
    { id, requestId, departmentId }: Waiting,
    desks: ReadonlyMap<string | null, Desk>,
    busy: Map<string, number>,
  ): Promise<string[] | undefined> {
    const rosters = new Map([...desks].map(([each, { roster }]) => [each, roster]));
    const before = this.#busy.get(projectId) ?? new Map<string, number>();
    const overlooked = [...before].flatMap(([request, looks]) => (looks >= patience ? [request] : []));
    try {
      const { request, changed } = await this.#parts.requests().update(
        'system',
        projectId,
        requestId,
        (current, facts) => {
          const { roster, ...pass } = facts.routing(current.departmentId);
          return serveFromQueue(current, roster, pass);
        },
        { queue: { overlooked, departmentId, rosters } },
      );
      return changed ? seatHolders(request) : [];
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'request_not_found')) throw error;
      busy.set(id, (before.get(id) ?? 0) + 1);
      return undefined;
    }
  }
}

/** Departments in which nobody has a free seat; `''` stands for the requests without department. */
function withoutRoom(desks: ReadonlyMap<string | null, Desk>): string[] {
  return [...desks].filter(([, desk]) => roomAt(desk).length === 0).map(([id]) => id ?? '');
}

function availableIn(roster: Roster | null): Candidate[] {
  if (roster?.department.routing !== 'assigned' || !roster.open) return [];
  return roster.candidates.filter((one) => one.available);
}

/** Those who could take another request. */
function roomAt({ roster, held }: Desk): Candidate[] {
  return availableIn(roster).filter(({ idUser, limit }) => limit === null || (held.get(idUser) ?? 0) < limit);
}

/** A look without locks; the decision is made under them. */
function mayBeServed(waiting: Waiting, desk: Desk): boolean {
  if (roomAt(desk).some(({ teammateId }) => !(teammateId in waiting.abandonedBy))) return true;
  const available = availableIn(desk.roster);
  const allLeft = available.length > 0 && available.every((one) => one.teammateId in waiting.abandonedBy);
  return allLeft && waiting.status === RequestStatus.unserved;
}
