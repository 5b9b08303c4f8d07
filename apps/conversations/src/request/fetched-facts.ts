import type { Mover } from '../access/actor.ts';
import type { Seat, SeatsByUser } from '../participant/seats.ts';
import type { CopiedRecord, Copies, RequestWithCopies } from '../request-state/request.copies.ts';
import { botMember, botsOf, humansOf, type SupportRequest } from '../request-state/request.ts';
import { type Candidate, type PassFacts, type RoutingContext, seatsToLock } from '../routing/routing-pass.ts';
import type { Facts, Needs } from './facts.ts';
import type { ReopenFacts } from './lifecycle.ts';
import type { Opening } from './opening.ts';

/** Facts fetched so far for one decision. */
export class FetchedFacts {
  /** By requested department; `null`: the default one. */
  readonly routingContexts = new Map<string | null, RoutingContext | null>();
  readonly users = new Set<string>();

  /** Users whose seats have to be locked before the rules run. */
  get seatsToLock(): string[] {
    const candidates = [...this.routingContexts.values()].flatMap((routingContext) =>
      routingContext ? seatsToLock(routingContext) : [],
    );
    return [...new Set([...this.users, ...candidates])].sort();
  }

  get isEmpty(): boolean {
    return this.routingContexts.size === 0 && this.users.size === 0;
  }

  /** The routing context of a department, by the id it was asked for or by its own. */
  routingContext(departmentId: string | null): RoutingContext | null | undefined {
    const asked = this.routingContexts.get(departmentId);
    if (asked !== undefined || departmentId === null) return asked;
    return [...this.routingContexts.values()].find((one) => one?.department.id === departmentId);
  }

  /** What is still to be fetched; `undefined`: nothing. */
  missing({ routing = [], seats = [] }: Needs): Needs | undefined {
    const departments = routing.filter((id) => this.routingContext(id) === undefined);
    const users = seats.filter((id) => !this.users.has(id));
    return departments.length + users.length > 0 ? { routing: departments, seats: users } : undefined;
  }
}

/** A new request and its facts. */
export interface NewRequest {
  opening: Pick<Opening, 'projectId' | 'requestId' | 'id'>;
  fetched: FetchedFacts;
  /** From the read models. */
  people: Pick<Copies, 'lead' | 'requester'>;
}

export interface LockedFacts {
  seats: ReadonlyMap<string, Seat>;
  awaited: PassFacts['awaited'];
}

const nothingLocked: LockedFacts = { seats: new Map(), awaited: new Set() };

/** Builds the facts of one decision. */
export function factsFrom(
  fetched: FetchedFacts,
  current: RequestWithCopies | null,
  by: Mover,
  at: Date,
  locked: LockedFacts | undefined,
): Facts {
  const { seats, awaited } = locked ?? nothingLocked;
  const people = current ? peopleOf(current) : new Map<string, KnownPerson>();

  const declared = new Set(fetched.seatsToLock);
  const seatsOf = (users: readonly string[]): SeatsByUser => {
    if (users.length > 0 && !(locked && users.every((user) => declared.has(user)))) throw undeclared('seats');
    return seats;
  };
  const routing = (departmentId: string | null) => {
    const routingContext = fetched.routingContext(departmentId);
    if (routingContext === undefined || !locked) throw undeclared('routing');
    return { at, seats, awaited, routingContext: routingContext ?? unknownRoutingContext(departmentId) };
  };

  return {
    at,
    teammateOf: (idUser) => people.get(idUser)?.teammateId,
    seats: seatsOf,
    routing,
    reopening: (request: SupportRequest): ReopenFacts => {
      const pass = { ...routing(request.departmentId), seats: seatsOf(humansOf(request)) };
      const bots = botsOf(request).filter((bot) =>
        current?.copies.bots.some(({ _id }) => botMember(String(_id)) === bot),
      );
      return { ...pass, by: by.id, livingBots: new Set(bots), people: candidates(people, pass.routingContext) };
    },
  };
}

const undeclared = (need: keyof Needs): Error =>
  new Error(`A rule reads facts that its needs do not declare: ${need}.`);

interface KnownPerson {
  teammateId: string;
  available: boolean;
  ownLimit: number | null;
  active: boolean;
}

/** The agents of a request, by user id. */
function peopleOf({ copies }: RequestWithCopies): Map<string, KnownPerson> {
  return new Map(
    copies.agents.map((record) => {
      const user = record.id_user as CopiedRecord | string | undefined;
      const id = typeof user === 'object' ? String(user._id) : String(user);
      const limit = record.max_served_chat;
      return [
        id,
        {
          teammateId: String(record._id),
          available: record.user_available === true,
          active: record.status === 'active' && record.trashed !== true,
          ownLimit: typeof limit === 'number' && limit >= 0 ? limit : null,
        },
      ];
    }),
  );
}

/** The routing context is newer than the copy, where both have an agent. */
function candidates(people: Map<string, KnownPerson>, routingContext: RoutingContext): ReopenFacts['people'] {
  const known = new Map<string, Pick<Candidate, 'available' | 'limit'>>();
  for (const [id, person] of people) {
    if (person.active)
      known.set(id, { available: person.available, limit: person.ownLimit ?? routingContext.defaultLimit });
  }
  for (const { idUser, available, limit } of routingContext.candidates) {
    if (people.has(idUser)) known.set(idUser, { available, limit });
  }
  return known;
}

/** Stands for unknown departments: the request waits until they are known. */
function unknownRoutingContext(departmentId: string | null): RoutingContext {
  return {
    source: 'copy',
    version: 0,
    department: { id: departmentId ?? '', routing: 'pooled', bot: null, record: { _id: departmentId ?? '' } },
    candidates: [],
    open: true,
    nextChangeAt: null,
    groupDisabled: false,
    reopenWindowHours: 720,
    defaultLimit: null,
  };
}
