import type { Database } from '@parley/service-kit';

import type { Directory } from '../directory/directory.repository.ts';
import type { Rosters } from '../directory/rosters.ts';
import type { FactsNeeded } from './facts.ts';
import type { Knowledge, LockedFacts } from './known-facts.ts';
import { lockSeats, lookAtSeats, makeSeats, olderWaiting } from './request.statements.ts';
import type { SupportRequest } from './request.ts';
import type { Roster } from './roster.ts';
import type { Seat } from './seats.ts';

/** What a pass over the queue knows of the requests before the one it serves. */
export interface QueueView {
  /** `_id`s of requests that have been busy for too long: nobody waits for them any more. */
  overlooked: readonly string[];
  /** By department. */
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
   * @param current the locked request; `null` while it is only being opened
   */
  async lock(
    projectId: string,
    current: SupportRequest | null,
    knowledge: Knowledge,
    queue?: QueueView,
  ): Promise<(LockedFacts & { now?: Date }) | undefined> {
    if (knowledge.isEmpty) return undefined;
    const users = knowledge.seatsToLock;
    const rows = users.length > 0 ? await this.#lockSeats(projectId, users) : [];
    const seats = new Map<string, Seat>(
      rows.map(({ idUser, held, lastAssignedAt }) => [idUser, { held, lastAssignedAt }]),
    );
    return { seats, awaited: await this.#awaited(projectId, current, knowledge, queue), now: rows[0]?.now };
  }

  /**
   * A look without locks before a new request is routed.
   * @returns the facts when nobody has room; `undefined` when somebody may have
   */
  async full(projectId: string, knowledge: Knowledge): Promise<(LockedFacts & { now?: Date }) | undefined> {
    if (knowledge.users.size > 0) return undefined;
    const rows = await this.#db.query<SeatRow>(lookAtSeats, [projectId, knowledge.seatsToLock]);
    const seats = new Map<string, Seat>(rows.map(({ idUser, ...seat }) => [idUser, seat]));
    const available = [...knowledge.rosters.values()].flatMap((roster) =>
      (roster?.candidates ?? []).filter((one) => one.available),
    );
    const room = available.some(({ idUser, limit }) => limit === null || (seats.get(idUser)?.held ?? 0) < limit);
    return room ? undefined : { seats, awaited: new Set(), now: rows[0]?.now };
  }

  async #lockSeats(projectId: string, users: readonly string[]): Promise<SeatRow[]> {
    const rows = await this.#db.query<SeatRow>(lockSeats, [projectId, users]);
    if (rows.length === users.length) return rows;
    await this.#db.query(makeSeats, [projectId, users]);
    return this.#db.query<SeatRow>(lockSeats, [projectId, users]);
  }

  /** Whom older waiting requests could take. */
  async #awaited(
    projectId: string,
    current: SupportRequest | null,
    knowledge: Knowledge,
    queue: QueueView | undefined,
  ): Promise<Set<string>> {
    const routed = [...knowledge.rosters.values()].filter((roster) => roster?.department.routing === 'assigned');
    const awaited = new Set<string>();
    if (routed.length === 0) return awaited;

    const place = current ? [current.waitingSince, current.id] : [farFuture, ''];
    const older = await this.#db.query<Older>(olderWaiting, [projectId, ...place, queue?.overlooked ?? []]);
    const rosters = new Map(queue?.rosters ?? routed.map((roster) => [roster?.department.id ?? null, roster]));
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

const farFuture = new Date('9999-01-01T00:00:00Z');
