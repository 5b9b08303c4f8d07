import type { Mover } from '../participant/membership.ts';
import type { Seat, SeatBook } from '../participant/seats.ts';
import type { CopiedRecord, Copies, RequestWithCopies } from '../request-state/request.copies.ts';
import { botMember, botsOf, humansOf, type SupportRequest } from '../request-state/request.ts';
import { type Candidate, type PassFacts, type Roster, seatsToLock } from '../routing/roster.ts';
import { type Facts, FactsNeeded } from './facts.ts';
import type { ReopenFacts } from './lifecycle.ts';
import type { Opening } from './opening.ts';

/** What has been fetched so far for one decision; grows until the rules have all they ask for. */
export class Knowledge {
  /** By the department asked for; `null`: the default one. */
  readonly rosters = new Map<string | null, Roster | null>();
  readonly users = new Set<string>();

  /** Users whose seats have to be locked before the rules are asked. */
  get seatsToLock(): string[] {
    const candidates = [...this.rosters.values()].flatMap((roster) => (roster ? seatsToLock(roster) : []));
    return [...new Set([...this.users, ...candidates])].sort();
  }

  get isEmpty(): boolean {
    return this.rosters.size === 0 && this.users.size === 0;
  }
}

/** A new request and what is known for it. */
export interface Unopened {
  opening: Pick<Opening, 'projectId' | 'requestId' | 'id'>;
  knowledge: Knowledge;
  /** As the copies know them. */
  people: Pick<Copies, 'lead' | 'requester'>;
}

export interface LockedFacts {
  seats: ReadonlyMap<string, Seat>;
  awaited: PassFacts['awaited'];
}

const nothingLocked: LockedFacts = { seats: new Map(), awaited: new Set() };

/** The facts of one decision, out of what is known. */
export function factsFrom(
  knowledge: Knowledge,
  current: RequestWithCopies | null,
  by: Mover,
  at: Date,
  locked: LockedFacts | undefined,
): Facts {
  const { seats, awaited } = locked ?? nothingLocked;
  const people = current ? peopleOf(current) : new Map<string, KnownPerson>();

  const need = (departments: (string | null)[], users: readonly string[]): void => {
    if (departments.length === 0 && users.length === 0) return;
    const missing = departments.filter((id) => !knowledge.rosters.has(id));
    const unlocked = users.filter((id) => !knowledge.users.has(id));
    if (missing.length > 0 || unlocked.length > 0 || !locked) throw new FactsNeeded(missing, unlocked);
  };
  const routing = (departmentId: string | null) => {
    need([departmentId], []);
    const roster = knowledge.rosters.get(departmentId) ?? nobody(departmentId);
    return { at, seats: seats as SeatBook, awaited, roster };
  };

  return {
    at,
    teammateOf: (idUser) => people.get(idUser)?.teammateId,
    seats: (users) => {
      need([], users);
      return seats;
    },
    routing,
    reopening: (request: SupportRequest): ReopenFacts => {
      const humans = humansOf(request);
      need([request.departmentId], humans);
      const pass = routing(request.departmentId);
      const bots = botsOf(request).filter((bot) =>
        current?.copies.bots.some(({ _id }) => botMember(String(_id)) === bot),
      );
      return { ...pass, by: by.id, livingBots: new Set(bots), people: candidates(people, pass.roster) };
    },
  };
}

interface KnownPerson {
  teammateId: string;
  available: boolean;
  ownLimit: number | null;
  active: boolean;
}

/** Those who serve a request, by user id. */
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

/** The roster knows better than the copy, where both know somebody. */
function candidates(people: Map<string, KnownPerson>, roster: Roster): ReopenFacts['people'] {
  const known = new Map<string, Pick<Candidate, 'available' | 'limit'>>();
  for (const [id, person] of people) {
    if (person.active) known.set(id, { available: person.available, limit: person.ownLimit ?? roster.defaultLimit });
  }
  for (const { idUser, available, limit } of roster.candidates) {
    if (people.has(idUser)) known.set(idUser, { available, limit });
  }
  return known;
}

/** A project whose departments are not known yet: the request waits until they are. */
function nobody(departmentId: string | null): Roster {
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
