import type { Database } from '@parley/service-kit/database';

import type { Directory } from '../directory/directory.repository.ts';
import type { Rosters } from '../directory/rosters.ts';
import type { Seat } from '../participant/seats.ts';
import type { FactsNeeded } from '../request/facts.ts';
import type { Knowledge, LockedFacts } from '../request/known-facts.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { Roster } from '../routing/roster.ts';
import { lockSeats, makeSeats, olderWaiting, openingView } from './request.statements.ts';

/** What a pass over the queue knows of the requests before the one it serves. */
export interface QueueView {
  /** `_id`s of requests that have been busy for too long: nobody waits for them any more. */
  overlooked: readonly string[];
  /** The department of the one it serves. */
  departmentId: string | null;
  /** By department, as of this pass. */
  rosters: ReadonlyMap<string | null, Roster | null>;
}

/** Fetches what the rules ask for: rosters before a transaction, seats and the queue inside it. */
export class FactFinder {
  readonly #db: Database;
  readonly #rosters: Rosters;
  readonly #directory: Directory;

  constructor(db: Database, rosters: Rosters, directory: Directory) {
    this.#db = db;
    this.#rosters = rosters;
    this.#directory = directory;
  }

  /** May call another service: never inside a transaction. */
  async learn(projectId: string, knowledge: Knowledge, needed: FactsNeeded): Promise<void> {
    for (const user of needed.users) knowledge.users.add(user);
    for (const id of needed.departments) {
      knowledge.rosters.set(id, await this.#rosters.ofRequest(projectId, id));
    }
  }

  /**
   * Locks the seats in user-id order. Requests come before seats in the order of locks.
   * @param current the locked request
   */
  async lock(
    projectId: string,
    current: SupportRequest,
    knowledge: Knowledge,
    queue?: QueueView,
  ): Promise<(LockedFacts & { now?: Date }) | undefined> {
    if (knowledge.isEmpty) return undefined;
    const users = knowledge.seatsToLock;
    const rows = users.length > 0 ? await this.#lockSeats(projectId, users) : [];
    return {
      seats: seatsIn(rows),
      awaited: await this.#awaited(projectId, current, knowledge, queue),
      now: rows[0]?.now,
    };
  }

  /** What new requests are decided on, without a lock. */
  async forOpening(projectId: string, requestIds: readonly string[], all: readonly Knowledge[]): Promise<OpeningView> {
    const users = [...new Set(all.flatMap((knowledge) => knowledge.seatsToLock))];
    const routed = all.flatMap(routedBy);
    const values = [projectId, users, requestIds, routed.length > 0];
    const [row] = await this.#db.query<OpeningRow>(openingView, values);
    if (!row) throw new Error('The database has not told what it was asked.');
    const { now, ticks, taken, seats, older } = row;
    const awaited = await this.#awaitedBy(projectId, older, byDepartment(routed));
    return { now, ticks, taken: new Set(taken), seats: seatsIn(seats), awaited };
  }

  async #lockSeats(projectId: string, users: readonly string[]): Promise<SeatRow[]> {
    const rows = await this.#db.query<SeatRow>(lockSeats, [projectId, users]);
    if (rows.length === users.length) return rows;
    await this.#db.query(makeSeats, [projectId, users]);
    return this.#db.query<SeatRow>(lockSeats, [projectId, users]);
  }

  async #awaited(
    projectId: string,
    { waitingSince, id }: SupportRequest,
    knowledge: Knowledge,
    queue: QueueView | undefined,
  ): Promise<Set<string>> {
    const routed = routedBy(knowledge);
    if (routed.length === 0) return new Set();
    const older = await this.#db.query<Older>(olderWaiting, [projectId, waitingSince, id, queue?.overlooked ?? []]);
    return this.#awaitedBy(projectId, older, queue ? new Map(queue.rosters) : byDepartment(routed));
  }

  /** Whom these waiting requests could take. @param rosters as far as they are known */
  async #awaitedBy(
    projectId: string,
    older: readonly Older[],
    rosters: Map<string | null, Roster | null>,
  ): Promise<Set<string>> {
    const awaited = new Set<string>();
    for (const { departmentId, abandonedBy } of older) {
      if (!rosters.has(departmentId)) {
        rosters.set(departmentId, (await this.#directory.roster(projectId, departmentId)) ?? null);
      }
      const roster = rosters.get(departmentId);
      if (roster?.department.routing !== 'assigned') continue;
      for (const { idUser, teammateId, available } of roster.candidates) {
        if (available && !(teammateId in abandonedBy)) awaited.add(idUser);
      }
    }
    return awaited;
  }
}

/** What new requests are decided on, as of one moment. */
export interface OpeningView extends LockedFacts {
  now: Date;
  /** What the clock of the project's copies shows; `null`: there are none. */
  ticks: number | null;
  /** Of the ids asked for. */
  taken: ReadonlySet<string>;
  seats: Map<string, Seat>;
}

interface OpeningRow {
  now: Date;
  ticks: number | null;
  taken: string[];
  seats: (Omit<SeatRow, 'now' | 'lastAssignedAt'> & { lastAssignedAt: string | null })[];
  older: Older[];
}

/** Rosters in which somebody is chosen. */
function routedBy({ rosters }: Knowledge): Roster[] {
  return [...rosters.values()].filter((roster) => roster?.department.routing === 'assigned') as Roster[];
}

function byDepartment(rosters: readonly Roster[]): Map<string | null, Roster | null> {
  return new Map(rosters.map((roster) => [roster.department.id, roster]));
}

function seatsIn(rows: readonly (Pick<SeatRow, 'idUser' | 'held'> & { lastAssignedAt: Date | string | null })[]) {
  return new Map<string, Seat>(
    rows.map(({ idUser, held, lastAssignedAt: at }) => [
      idUser,
      { held, lastAssignedAt: at === null ? null : new Date(at) },
    ]),
  );
}

interface SeatRow {
  idUser: string;
  held: number;
  lastAssignedAt: Date | null;
  now: Date;
}

interface Older {
  departmentId: string | null;
  abandonedBy: Record<string, number>;
}
