import { AppError, RequestStatus } from '@parley/contracts';
import { runInCall } from '@parley/service-kit/call';
import { pause } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';

import type { RoutingContexts } from '../directory/routing-contexts.ts';
import { seatHolders } from '../request-state/request.ts';
import type { RequestRepository } from '../request-store/request.repository.ts';
import { serveFromQueue } from '../routing/routing.ts';
import type { Candidate, RoutingContext } from '../routing/routing-pass.ts';
import { Alarms } from '../timer/alarms.ts';
import { type QueueQueries, type WaitingRequest, waitingBatch } from './queue.repository.ts';
import type { SeatQueries } from './seat.query.repository.ts';

/** Candidates of a department and their load during a pass. */
interface DepartmentLoad {
  routingContext: RoutingContext | null;
  /** Seats held by the available candidates, as last read. */
  held: Map<string, number>;
}

interface QueueDependencies {
  db: Database;
  queries: QueueQueries;
  requests: RequestRepository;
  routingContexts: RoutingContexts;
  seats: SeatQueries;
  log: Logger;
}

/** Delay before a locked request is tried again. */
const busyMs = 200;
/** After this many attempts on a locked request, newer ones may overtake it. */
const maxBusyLooks = 3;
/** Minimum delay before a project is tried again that should be open by our clock. */
const minReopenDelayMs = 250;
/** Age at which a pass fetches routing contexts again. */
const routingContextAgeMs = 250;
const maxConcurrentProjects = 4;

/**
 * Gives waiting requests to agents with free capacity, oldest first. Passes of one project may run on several replicas at once;
 * row locks decide.
 */
export class Queue {
  readonly #deps: QueueDependencies;
  /** Projects with a running pass, and whether another must follow it. */
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();
  readonly #alarms = new Alarms((projectId) => this.wake(projectId));
  /** By project: requests found locked in its last pass, with the number of attempts in a row. */
  readonly #busy = new Map<string, ReadonlyMap<string, number>>();
  #stopped = false;

  constructor(dependencies: QueueDependencies) {
    this.#deps = dependencies;
    dependencies.requests.onCapacityFreed((projectId, inMs) => this.wake(projectId, inMs));
  }

  /**
   * Starts a pass soon, because capacity may be free. Concurrent calls share a pass, or the one that follows it.
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
    // A call context of its own: conditions of the waking call must not apply to the pass, and the pass is no part of that call.
    const call = {
      operation: 'serveQueue',
      actor: undefined,
      path: undefined,
      ifMatch: undefined,
      ifSeq: undefined,
      idempotency: undefined,
      deadline: undefined,
    };
    state.done = runInCall(call, () => this.#runPasses(projectId, state));
  }

  /** `wake` when the transaction of the caller has committed. */
  wakeAfterCommit(projectId: string): void {
    this.#deps.db.afterCommit(() => this.wake(projectId));
  }

  /** Serves requests whose wake-up was lost, or whose pause or closing hours have ended. */
  async sweep(): Promise<void> {
    for (let after = ''; ; ) {
      const projects = await this.#deps.queries.projects(after);
      for (let first = 0; first < projects.length; first += maxConcurrentProjects) {
        const some = projects.slice(first, first + maxConcurrentProjects);
        for (const projectId of some) this.wake(projectId);
        await Promise.all(some.map((projectId) => this.#running.get(projectId)?.done));
      }
      const last = projects.at(-1);
      if (last === undefined || this.#stopped) return;
      after = last;
    }
  }

  /** Resolves when no pass is running and no locked request will be tried again. */
  async idle(): Promise<void> {
    for (;;) {
      while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
      if (this.#busy.size === 0 || this.#stopped) return;
      await pause(busyMs / 4);
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
      // The next sweep tries again.
      this.#busy.delete(projectId);
      this.#deps.log.warn({ err: error, projectId }, 'a pass over the queue failed');
    } finally {
      this.#running.delete(projectId);
    }
  }

  async #pass(projectId: string): Promise<void> {
    const loads = new Map<string | null, DepartmentLoad>();
    const busy = new Map<string, number>();
    let after: WaitingRequest | undefined;
    let askedAt = performance.now();
    for (;;) {
      const waiting = await this.#deps.queries.waiting(projectId, after, departmentsAtCapacity(loads));
      for (const one of waiting) {
        if (this.#stopped) return;
        if (performance.now() - askedAt > routingContextAgeMs) {
          loads.clear();
          askedAt = performance.now();
        }
        const load = await this.#loadOf(projectId, one.departmentId, loads);
        if (!mayBeServed(one, load)) continue;
        const taken = await this.#serve(projectId, one, loads, busy);
        if (taken) await this.#count(projectId, taken, loads);
      }
      after = waiting.at(-1);
      if (waiting.length < waitingBatch) break;
    }
    await this.#setAlarm(projectId, loads, busy);
  }

  /** Schedules the next pass that no event triggers: the end of a pause, opening hours, or a locked request. */
  async #setAlarm(
    projectId: string,
    loads: ReadonlyMap<string | null, DepartmentLoad>,
    busy: ReadonlyMap<string, number>,
  ): Promise<void> {
    if (busy.size > 0) this.#busy.set(projectId, busy);
    else this.#busy.delete(projectId);

    const openings = [...loads.values()].flatMap(({ routingContext }) =>
      routingContext && !routingContext.open && routingContext.nextChangeAt
        ? [routingContext.nextChangeAt.getTime() - Date.now()]
        : [],
    );
    const pauseMs = await this.#deps.queries.nextPauseMs(projectId);
    const delays = [
      ...openings.map((ms) => Math.max(ms, minReopenDelayMs)),
      ...(pauseMs === null ? [] : [pauseMs]),
      ...(busy.size > 0 ? [busyMs] : []),
    ];
    if (delays.length > 0 && !this.#stopped) this.#alarms.set(projectId, Math.min(...delays));
  }

  async #loadOf(
    projectId: string,
    departmentId: string | null,
    loads: Map<string | null, DepartmentLoad>,
  ): Promise<DepartmentLoad> {
    const known = loads.get(departmentId);
    if (known) return known;
    const routingContext = await this.#deps.routingContexts.ofRequest(projectId, departmentId);
    const load = { routingContext, held: await this.#heldAt(projectId, routingContext) };
    loads.set(departmentId, load);
    return load;
  }

  async #heldAt(projectId: string, routingContext: RoutingContext | null): Promise<Map<string, number>> {
    const users = availableIn(routingContext).map(({ idUser }) => idUser);
    return users.length === 0 ? new Map() : this.#deps.seats.heldBy(projectId, users);
  }

  /** Seats are shared between departments. @param taken by these users; empty: another writer was faster, so the loads are read again */
  async #count(
    projectId: string,
    taken: readonly string[],
    loads: ReadonlyMap<string | null, DepartmentLoad>,
  ): Promise<void> {
    for (const load of loads.values()) {
      if (taken.length === 0) load.held = await this.#heldAt(projectId, load.routingContext);
      for (const user of taken) load.held.set(user, (load.held.get(user) ?? 0) + 1);
    }
  }

  /** @returns the users who got it; `undefined` when it is locked or deleted */
  async #serve(
    projectId: string,
    { id, requestId, departmentId }: WaitingRequest,
    loads: ReadonlyMap<string | null, DepartmentLoad>,
    busy: Map<string, number>,
  ): Promise<string[] | undefined> {
    const routingContexts = new Map([...loads].map(([each, { routingContext }]) => [each, routingContext]));
    const before = this.#busy.get(projectId) ?? new Map<string, number>();
    const overlooked = [...before].flatMap(([request, looks]) => (looks >= maxBusyLooks ? [request] : []));
    try {
      const { request, changed } = await this.#deps.requests.update(
        'system',
        projectId,
        requestId,
        (current, facts) => {
          const { routingContext, ...pass } = facts.routing(current.departmentId);
          return serveFromQueue(current, routingContext, pass);
        },
        {
          queue: { overlooked, departmentId, routingContexts },
          needs: (current) => ({ routing: [current.departmentId] }),
        },
      );
      return changed ? seatHolders(request) : [];
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'request_not_found')) throw error;
      busy.set(id, (before.get(id) ?? 0) + 1);
      return undefined;
    }
  }
}

/** Departments without free capacity; `''` stands for requests without department. */
function departmentsAtCapacity(loads: ReadonlyMap<string | null, DepartmentLoad>): string[] {
  return [...loads].filter(([, load]) => withFreeCapacity(load).length === 0).map(([id]) => id ?? '');
}

function availableIn(routingContext: RoutingContext | null): Candidate[] {
  if (routingContext?.department.routing !== 'assigned' || !routingContext.open) return [];
  return routingContext.candidates.filter((one) => one.available);
}

/** Available candidates below their limit. */
function withFreeCapacity({ routingContext, held }: DepartmentLoad): Candidate[] {
  return availableIn(routingContext).filter(({ idUser, limit }) => limit === null || (held.get(idUser) ?? 0) < limit);
}

/** A check without locks; the decision is made under them. */
function mayBeServed(waiting: WaitingRequest, load: DepartmentLoad): boolean {
  if (withFreeCapacity(load).some(({ teammateId }) => !(teammateId in waiting.abandonedBy))) return true;
  const available = availableIn(load.routingContext);
  const allLeft = available.length > 0 && available.every((one) => one.teammateId in waiting.abandonedBy);
  return allLeft && waiting.status === RequestStatus.unserved;
}
