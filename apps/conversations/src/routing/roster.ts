import type { DecisionView, SnapshotView } from '@parley/contracts';
import type { Seat, SeatBook } from '../participant/seats.ts';
import { botMember, isBot, type SupportRequest } from '../request-state/request.ts';

/** Who may serve a department, and the settings that routing reads: fresh from workspace, or from the local copy. */
export interface Roster {
  source: 'fresh' | 'copy';
  version: number;
  department: {
    id: string;
    /** `assigned`, `pooled` or `fixed`; any other word reads as `pooled`. */
    routing: string;
    /** `_id` of its bot, if that bot lives. */
    bot: string | null;
    /** The record as its GET shows it to an admin. */
    record: Record<string, unknown> & { _id: string };
  };
  /** Active teammates of its enabled groups, ordered by teammate id. */
  candidates: Candidate[];
  /** Within operating hours now. */
  open: boolean;
  /** When `open` may change next; `null`: never, or not known. */
  nextChangeAt: Date | null;
  /** A named group is disabled or missing: nobody can be found. */
  groupDisabled: boolean;
  /** For so long after closing a message of the requester reopens it; 0: never. */
  reopenWindowHours: number;
  /** The project's own limit for whoever has none of his own; `null`: none. */
  defaultLimit: number | null;
}

export interface Candidate {
  idUser: string;
  teammateId: string;
  fullname: string;
  available: boolean;
  /** Seats he may hold; `null`: any number. */
  limit: number | null;
}

export type Outcome =
  | { take: 'bot'; member: string; decision: DecisionView }
  /** `limit`: seats he may hold, this one included. */
  | { take: 'human'; member: string; limit: number | null; decision: DecisionView }
  /** The human who serves it goes on. */
  | { take: 'kept'; decision: DecisionView }
  | { take: 'nobody'; decision: DecisionView }
  /** Everybody available was given it and has left it: teammate ids. */
  | { take: 'all_left'; left: string[]; decision: DecisionView };

export interface PassFacts {
  at: Date;
  seats: SeatBook;
  /** User ids whom an older waiting request could take: no overtaking. */
  awaited: ReadonlySet<string>;
}

/** What a pass looks at; a request that is only being created has no participants yet. */
export type Routed = Pick<SupportRequest, 'participants' | 'humanServed' | 'abandonedBy' | 'departmentId'>;

const candidatesInDecision = 100;

/** A routing pass. Source: contract 20 sections 6.2 and 6.3. */
export function pass(request: Routed, roster: Roster, nobot: boolean, facts: PassFacts): Outcome {
  const { department } = roster;
  const base = basisOf(roster);

  if (!nobot && department.bot && !request.humanServed) {
    const member = botMember(department.bot);
    return { take: 'bot', member, decision: { ...base, rule: 'bot_first', winner: member } };
  }
  if (department.routing !== 'assigned') return { take: 'nobody', decision: { ...base, rule: 'pooled' } };
  return assigned(request, roster, facts, base);
}

function assigned(request: Routed, roster: Roster, facts: PassFacts, base: Omit<DecisionView, 'rule'>): Outcome {
  const here = request.departmentId === roster.department.id;
  const present = request.participants.filter((member) => !isBot(member));
  const keeper = here && roster.candidates.find((one) => one.available && present.includes(one.idUser));
  if (keeper) return { take: 'kept', decision: { ...base, rule: 'kept', winner: keeper.idUser } };

  // Whoever left it in another department may be given it in this one.
  const leavers = here ? request.abandonedBy : {};
  const judged = roster.candidates.map((one) => judge(one, roster, facts, leavers, present)).sort(byPreference);
  const free = judged.filter((one) => one.eligible);
  const [first] = free;
  const decision = { ...base, ...listed(judged, facts.at) };

  // Waits for the one who suits it best rather than take the next best: the older request is served at once.
  if (first && facts.awaited.has(first.candidate.idUser))
    return { take: 'nobody', decision: { ...decision, rule: 'queue_not_empty' } };
  if (first) {
    const member = first.candidate.idUser;
    const { limit } = first.candidate;
    return {
      take: 'human',
      member,
      limit,
      decision: { ...decision, rule: 'least_loaded_longest_idle', winner: member },
    };
  }
  const available = roster.open ? roster.candidates.filter((one) => one.available) : [];
  const left = available.filter((one) => one.teammateId in leavers).map((one) => one.teammateId);
  return available.length > 0 && left.length === available.length
    ? { take: 'all_left', left, decision: { ...decision, rule: 'all_left' } }
    : { take: 'nobody', decision: { ...decision, rule: 'nobody_available' } };
}

interface Judged {
  candidate: Candidate;
  seat: Seat;
  eligible: boolean;
  present: boolean;
  why?: string;
}

const emptySeat: Seat = { held: 0, lastAssignedAt: null };

function judge(
  candidate: Candidate,
  roster: Roster,
  facts: PassFacts,
  leavers: Record<string, number>,
  presentHumans: readonly string[],
): Judged {
  const seat = facts.seats.get(candidate.idUser) ?? emptySeat;
  const present = presentHumans.includes(candidate.idUser);
  const why = obstacle(candidate, seat, roster, leavers, present);
  return { candidate, seat, present, eligible: why === undefined, why: why ?? (present ? 'present_owner' : undefined) };
}

function obstacle(
  candidate: Candidate,
  seat: Seat,
  roster: Roster,
  leavers: Record<string, number>,
  present: boolean,
): string | undefined {
  if (!candidate.available) return 'unavailable';
  if (!roster.open) return 'project_closed';
  if (candidate.teammateId in leavers) return 'left_it';
  // He who has it already takes no further seat.
  if (!present && candidate.limit !== null && seat.held >= candidate.limit) return 'at_capacity';
  return undefined;
}

/** Eligible ones first, the present last of them; then fewest seats, longest idle (never assigned first), teammate id. */
function byPreference(a: Judged, b: Judged): number {
  return (
    Number(b.eligible) - Number(a.eligible) ||
    Number(a.present) - Number(b.present) ||
    a.seat.held - b.seat.held ||
    (a.seat.lastAssignedAt?.getTime() ?? 0) - (b.seat.lastAssignedAt?.getTime() ?? 0) ||
    (a.candidate.teammateId < b.candidate.teammateId ? -1 : 1)
  );
}

function basisOf(roster: Roster): Omit<DecisionView, 'rule'> {
  return {
    department: roster.department.id,
    open: roster.open,
    roster: roster.source,
    roster_version: roster.version,
    ...(roster.groupDisabled && { group_disabled: true }),
  };
}

function listed(judged: readonly Judged[], at: Date): Pick<DecisionView, 'candidates' | 'omitted'> {
  const candidates = judged.slice(0, candidatesInDecision).map(({ candidate, seat, eligible, why }) => ({
    id_user: candidate.idUser,
    held: seat.held,
    ...(candidate.limit !== null && { limit: candidate.limit }),
    ...(seat.lastAssignedAt && { idle_ms: Math.max(0, at.getTime() - seat.lastAssignedAt.getTime()) }),
    eligible,
    ...(why && { why }),
  }));
  return { candidates, omitted: judged.length - candidates.length };
}

/** The people a pass may choose among: their seats are locked before it, in this order. */
export function seatsToLock(roster: Roster): string[] {
  if (roster.department.routing !== 'assigned' || !roster.open) return [];
  return roster.candidates
    .filter((one) => one.available)
    .map((one) => one.idUser)
    .sort();
}

/** The part of the snapshot that follows each routing. */
export function routedSnapshot(roster: Roster): Pick<SnapshotView, 'department' | 'agents' | 'availableAgentsCount'> {
  const { candidates, open, department } = roster;
  return {
    department: department.record,
    agents: candidates.map((one) => ({ _id: one.teammateId, id_user: one.idUser })),
    availableAgentsCount: open ? candidates.filter((one) => one.available).length : 0,
  };
}

/** What routing needs to know of a department; the repository loads it when a rule asks. */
export interface RoutingFacts {
  /** For a routing pass into a department; `null`: the default one. */
  routing(departmentId: string | null): PassFacts & { roster: Roster };
}
