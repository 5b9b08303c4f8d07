import type { Database } from '@parley/service-kit/database';

import type { Directory } from '../directory/directory.repository.ts';
import type { RoutingContexts } from '../directory/routing-contexts.ts';
import type { Seat } from '../participant/seats.ts';
import type { Needs } from '../request/facts.ts';
import type { FetchedFacts, LockedFacts } from '../request/fetched-facts.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { RoutingContext } from '../routing/routing-pass.ts';
import type { AutomationConfigs } from '../service-level/automation-config.repository.ts';
import type { AutomationConfig } from '../service-level/automation-config.ts';
import { lockSeats, makeSeats, olderWaiting, openingView } from './request.statements.ts';

/** The queue as a pass sees it when it serves one request. */
export interface QueueView {
  /** `_id`s of requests that were locked for too long: newer ones may overtake them. */
  overlooked: readonly string[];
  /** The department of the request it serves. */
  departmentId: string | null;
  /** By department, as of this pass. */
  routingContexts: ReadonlyMap<string | null, RoutingContext | null>;
}

/** Fetches what rules need: routing contexts before a transaction, seats and the queue inside it. */
export class FactLoader {
  readonly #db: Database;
  readonly #routingContexts: RoutingContexts;
  readonly #directory: Directory;
  readonly #configs: AutomationConfigs;

  constructor(db: Database, routingContexts: RoutingContexts, directory: Directory, configs: AutomationConfigs) {
    this.#db = db;
    this.#routingContexts = routingContexts;
    this.#directory = directory;
    this.#configs = configs;
  }

  /** Never inside a transaction: may call another service. */
  async fetch(projectId: string, fetched: FetchedFacts, { routing = [], seats = [] }: Needs): Promise<void> {
    for (const user of seats) fetched.users.add(user);
    for (const id of routing) {
      fetched.routingContexts.set(id, await this.#routingContexts.ofRequest(projectId, id));
    }
  }

  /**
   * Locks the seats in user-id order. Lock order: requests before seats.
   * @param current the locked request
   */
  async lock(
    projectId: string,
    current: SupportRequest,
    fetched: FetchedFacts,
    queue?: QueueView,
  ): Promise<(LockedFacts & { now?: Date }) | undefined> {
    if (fetched.isEmpty) return undefined;
    const users = fetched.seatsToLock;
    const rows = users.length > 0 ? await this.#lockSeats(projectId, users) : [];
    return {
      seats: seatsIn(rows),
      awaited: await this.#awaited(projectId, current, fetched, queue),
      now: rows[0]?.now,
    };
  }

  /** The facts for new requests, read without a lock. */
  async forOpening(
    projectId: string,
    requestIds: readonly string[],
    all: readonly FetchedFacts[],
  ): Promise<OpeningView> {
    const users = [...new Set(all.flatMap((fetched) => fetched.seatsToLock))];
    const routed = all.flatMap(assigningContexts);
    const values = [projectId, users, requestIds, routed.length > 0];
    const [row] = await this.#db.query<OpeningRow>(openingView, values);
    if (!row) throw new Error('The opening view returned no row.');
    const { now, ticks, taken, seats, older } = row;
    const config = row.config === null ? null : await this.#configs.get(projectId, row.config);
    const awaited = await this.#awaitedBy(projectId, older, byDepartment(routed));
    return { now, ticks, config, taken: new Set(taken), seats: seatsIn(seats), awaited };
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
    fetched: FetchedFacts,
    queue: QueueView | undefined,
  ): Promise<Set<string>> {
    const routed = assigningContexts(fetched);
    if (routed.length === 0) return new Set();
    const older = await this.#db.query<OlderRequest>(olderWaiting, [
      projectId,
      waitingSince,
      id,
      queue?.overlooked ?? [],
    ]);
    return this.#awaitedBy(projectId, older, queue ? new Map(queue.routingContexts) : byDepartment(routed));
  }

  /** User ids that these waiting requests could get. @param routingContexts those known so far */
  async #awaitedBy(
    projectId: string,
    older: readonly OlderRequest[],
    routingContexts: Map<string | null, RoutingContext | null>,
  ): Promise<Set<string>> {
    const awaited = new Set<string>();
    for (const { departmentId, abandonedBy } of older) {
      if (!routingContexts.has(departmentId)) {
        routingContexts.set(departmentId, (await this.#directory.routingContext(projectId, departmentId)) ?? null);
      }
      const routingContext = routingContexts.get(departmentId);
      if (routingContext?.department.routing !== 'assigned') continue;
      for (const { idUser, teammateId, available } of routingContext.candidates) {
        if (available && !(teammateId in abandonedBy)) awaited.add(idUser);
      }
    }
    return awaited;
  }
}

/** The facts for new requests, as of one moment. */
export interface OpeningView extends LockedFacts {
  now: Date;
  /** The project's copy clock; `null`: it has no copies. */
  ticks: number | null;
  /** `null`: the project has no policies. */
  config: AutomationConfig | null;
  /** Those of the request ids that exist. */
  taken: ReadonlySet<string>;
  seats: Map<string, Seat>;
}

interface OpeningRow {
  now: Date;
  ticks: number | null;
  config: number | null;
  taken: string[];
  seats: (Omit<SeatRow, 'now' | 'lastAssignedAt'> & { lastAssignedAt: string | null })[];
  older: OlderRequest[];
}

/** Routing contexts in which a pass chooses an agent. */
function assigningContexts({ routingContexts }: FetchedFacts): RoutingContext[] {
  return [...routingContexts.values()].filter(
    (routingContext) => routingContext?.department.routing === 'assigned',
  ) as RoutingContext[];
}

function byDepartment(routingContexts: readonly RoutingContext[]): Map<string | null, RoutingContext | null> {
  return new Map(routingContexts.map((routingContext) => [routingContext.department.id, routingContext]));
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

interface OlderRequest {
  departmentId: string | null;
  abandonedBy: Record<string, number>;
}
