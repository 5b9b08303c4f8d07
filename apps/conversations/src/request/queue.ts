import { AppError, RequestStatus } from '@parley/contracts';
import { type Database, type Logger, runInCall } from '@parley/service-kit';

import type { Rosters } from '../directory/rosters.ts';
import type { RequestRepository } from './request.repository.ts';
import type { Candidate, Roster } from './roster.ts';
import { serveFromQueue } from './routing.ts';
import type { SeatQueries } from './seat.query.repository.ts';

interface Waiting {
  id: string;
  requestId: string;
  departmentId: string | null;
  waitingSince: Date;
  abandonedBy: Record<string, number>;
  status: number;
}

/** The people of a department during a pass. */
interface Desk {
  roster: Roster | null;
  /** Teammate ids of those with a free seat. */
  room: string[];
}

const batch = 100;
/** After so long a request that was busy is looked at again. */
const busyMs = 200;

/**
 * Gives waiting requests to people who have room, oldest first. Passes of one project may run on several replicas at once:
 * the rows decide.
 */
export class Queue {
  readonly #db: Database;
  readonly #requests: () => RequestRepository;
  readonly #rosters: Rosters;
  readonly #seats: SeatQueries;
  readonly #log: Logger;
  /** Projects with a pass under way, and whether another is wanted after it. */
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor(parts: {
    db: Database;
    requests: () => RequestRepository;
    rosters: Rosters;
    seats: SeatQueries;
    log: Logger;
  }) {
    this.#db = parts.db;
    this.#requests = parts.requests;
    this.#rosters = parts.rosters;
    this.#seats = parts.seats;
    this.#log = parts.log;
  }

  /**
   * Somebody may have room: looks soon. Several calls at once are one pass, and one more if they came too late for it.
   * @param at not before
   */
  wake(projectId: string, at?: Date | null): void {
    if (this.#stopped) return;
    const delayMs = at ? at.getTime() - Date.now() : 0;
    if (delayMs > 0) {
      this.#later(projectId, delayMs);
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
    this.#db.afterCommit(() => this.wake(projectId));
  }

  /** Repairs what a lost signal left, and serves what a pause held back. */
  async sweep(): Promise<void> {
    const rows = await this.#db.query<{ projectId: string }>(
      `select distinct r.id_project as "projectId" from request r
        where r.status in (100, 150) and not r.preflight and r.smart_assignment limit 10000`,
    );
    for (const { projectId } of rows) this.wake(projectId);
    await this.idle();
  }

  /** Resolves when no pass is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.idle();
  }

  #later(projectId: string, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.wake(projectId);
    }, delayMs);
    timer.unref();
    this.#timers.add(timer);
  }

  async #runPasses(projectId: string, state: { again: boolean }): Promise<void> {
    try {
      do {
        state.again = false;
        await this.#pass(projectId);
      } while (state.again && !this.#stopped);
    } catch (error) {
      // The sweep comes round again.
      this.#log.warn({ err: error, projectId }, 'a pass over the queue failed');
    } finally {
      this.#running.delete(projectId);
    }
  }

  async #pass(projectId: string): Promise<void> {
    const desks = new Map<string | null, Desk>();
    let after: Waiting | undefined;
    for (;;) {
      const waiting = await this.#waiting(projectId, after, withoutRoom(desks));
      for (const one of waiting) {
        if (this.#stopped) return;
        const desk = await this.#deskOf(projectId, one.departmentId, desks);
        if (!mayBeServed(one, desk)) continue;
        await this.#serve(projectId, one);
        // Seats are shared between departments.
        for (const other of desks.values()) other.room = await this.#roomAt(projectId, other.roster);
      }
      after = waiting.at(-1);
      if (waiting.length < batch) return;
    }
  }

  async #deskOf(projectId: string, departmentId: string | null, desks: Map<string | null, Desk>): Promise<Desk> {
    const known = desks.get(departmentId);
    if (known) return known;
    const roster = await this.#rosters.ofRequest(projectId, departmentId);
    const desk = { roster, room: await this.#roomAt(projectId, roster) };
    desks.set(departmentId, desk);
    return desk;
  }

  /** Teammate ids of those who could take another request. */
  async #roomAt(projectId: string, roster: Roster | null): Promise<string[]> {
    const available = availableIn(roster);
    if (available.length === 0) return [];
    const held = await this.#seats.heldBy(
      projectId,
      available.map((one) => one.idUser),
    );
    return available
      .filter((one) => one.limit === null || (held.get(one.idUser) ?? 0) < one.limit)
      .map((one) => one.teammateId);
  }

  async #serve(projectId: string, { requestId }: Waiting): Promise<void> {
    try {
      await this.#requests().update(
        'system',
        projectId,
        requestId,
        (current, facts) => {
          const { roster, ...pass } = facts.routing(current.departmentId);
          return serveFromQueue(current, roster, { ...pass, awaited: new Set() });
        },
        { skipBusy: true },
      );
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'request_not_found')) throw error;
      // Somebody else is writing to it, or it is gone.
      this.#later(projectId, busyMs);
    }
  }

  /** @param full departments that are passed over, but for what may have been left by all */
  #waiting(projectId: string, after: Waiting | undefined, full: readonly string[]): Promise<Waiting[]> {
    return this.#db.query<Waiting>(
      {
        name: 'waiting_requests',
        text: `select r.id, r.request_id as "requestId", r.department_id as "departmentId", r.status,
            r.waiting_since as "waitingSince", r.abandoned_by as "abandonedBy"
          from request r where r.id_project = $1 and r.status in (100, 150) and not r.preflight and r.smart_assignment
            and not r.imported and (r.queue_after is null or r.queue_after <= clock_timestamp())
            and ($2::timestamptz is null or (r.waiting_since, r.id) > ($2, $3))
            and (coalesce(r.department_id, '') <> all ($4) or r.status = 150 or r.abandoned_by <> '{}')
          order by r.waiting_since, r.id limit ${batch}`,
      },
      [projectId, after?.waitingSince ?? null, after?.id ?? '', full],
    );
  }
}

/** Departments in which nobody has a free seat; `''` stands for the requests without department. */
function withoutRoom(desks: ReadonlyMap<string | null, Desk>): string[] {
  return [...desks].filter(([, { room }]) => room.length === 0).map(([id]) => id ?? '');
}

function availableIn(roster: Roster | null): Candidate[] {
  if (roster?.department.routing !== 'assigned' || !roster.open) return [];
  return roster.candidates.filter((one) => one.available);
}

/** A look without locks; the decision is made under them. */
function mayBeServed(waiting: Waiting, { roster, room }: Desk): boolean {
  if (room.some((teammateId) => !(teammateId in waiting.abandonedBy))) return true;
  const available = availableIn(roster);
  const allLeft = available.length > 0 && available.every((one) => one.teammateId in waiting.abandonedBy);
  return roster?.department.routing === 'assigned' && allLeft === (waiting.status === RequestStatus.unserved);
}
