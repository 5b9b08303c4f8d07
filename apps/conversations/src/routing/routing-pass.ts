import type { DecisionView, SnapshotView } from '@parley/contracts';
import type { Seat, SeatsByUser } from '../participant/seats.ts';
import { botMember, isBot, type SupportRequest } from '../request-state/request.ts';

/** What routing needs of a department: candidates and settings, fresh from workspace or from the local read model. */
export interface RoutingContext {
  source: 'fresh' | 'copy';
  version: number;
  department: {
    id: string;
    /** `assigned`, `pooled` or `fixed`; any other word reads as `pooled`. */
    routing: string;
    /** `_id` of its bot, unless that bot is deleted or in the trash. */
    bot: string | null;
    /** The record as its GET shows it to an admin. */
    record: Record<string, unknown> & { _id: string };
  };
  /** Active teammates of its enabled groups, ordered by teammate id. */
  candidates: Candidate[];
  /** Within operating hours now. */
  open: boolean;
  /** When `open` may change next; `null`: never, or unknown. */
  nextChangeAt: Date | null;
  /** A named group is disabled or missing: there are no candidates. */
  groupDisabled: boolean;
  /** A message of the requester reopens a request within this time after closing; 0: never. */
  reopenWindowHours: number;
  /** The project's limit for agents without their own; `null`: none. */
  defaultLimit: number | null;
}

export interface Candidate {
  idUser: string;
  teammateId: string;
  fullname: string;
  available: boolean;
  /** Capacity; `null`: unlimited. */
  limit: number | null;
}

export type Outcome =
  | { take: 'bot'; member: string; decision: DecisionView }
  /** `limit`: capacity, this seat included. */
  | { take: 'human'; member: string; limit: number | null; decision: DecisionView }
  /** The human who serves it stays. */
  | { take: 'kept'; decision: DecisionView }
  | { take: 'none'; decision: DecisionView }
  /** All available candidates have had it and left it: teammate ids. */
  | { take: 'all_left'; left: string[]; decision: DecisionView };

export interface PassFacts {
  at: Date;
  seats: SeatsByUser;
  /** User ids that an older waiting request could get: newer ones must not overtake it. */
  awaited: ReadonlySet<string>;
}

/** The members that a pass reads; a new request has no participants yet. */
export type Routed = Pick<SupportRequest, 'participants' | 'humanServed' | 'abandonedBy' | 'departmentId'>;

const candidatesInDecision = 100;

/** A routing pass. Source: contract 20 sections 6.2 and 6.3. */
export function pass(request: Routed, routingContext: RoutingContext, nobot: boolean, facts: PassFacts): Outcome {
  const { department } = routingContext;
  const base = basisOf(routingContext);

  if (!nobot && department.bot && !request.humanServed) {
    const member = botMember(department.bot);
    return { take: 'bot', member, decision: { ...base, rule: 'bot_first', winner: member } };
  }
  if (department.routing !== 'assigned') return { take: 'none', decision: { ...base, rule: 'pooled' } };
  return assigned(request, routingContext, facts, base);
}

function assigned(
  request: Routed,
  routingContext: RoutingContext,
  facts: PassFacts,
  base: Omit<DecisionView, 'rule'>,
): Outcome {
  const here = request.departmentId === routingContext.department.id;
  const present = request.participants.filter((member) => !isBot(member));
  const keeper = here && routingContext.candidates.find((one) => one.available && present.includes(one.idUser));
  if (keeper) return { take: 'kept', decision: { ...base, rule: 'kept', winner: keeper.idUser } };

  // An agent who left it in another department may get it in this one.
  const leavers = here ? request.abandonedBy : {};
  const judged = routingContext.candidates
    .map((one) => judge(one, routingContext, facts, leavers, present))
    .sort(byPreference);
  const free = judged.filter((one) => one.eligible);
  const [first] = free;
  const decision = { ...base, ...listed(judged, facts.at) };

  // Waits for the best candidate rather than take the next one: the older request is served first.
  if (first && facts.awaited.has(first.candidate.idUser))
    return { take: 'none', decision: { ...decision, rule: 'queue_not_empty' } };
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
  const available = routingContext.open ? routingContext.candidates.filter((one) => one.available) : [];
  const left = available.filter((one) => one.teammateId in leavers).map((one) => one.teammateId);
  return available.length > 0 && left.length === available.length
    ? { take: 'all_left', left, decision: { ...decision, rule: 'all_left' } }
    : { take: 'none', decision: { ...decision, rule: 'nobody_available' } };
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
  routingContext: RoutingContext,
  facts: PassFacts,
  leavers: Record<string, number>,
  presentHumans: readonly string[],
): Judged {
  const seat = facts.seats.get(candidate.idUser) ?? emptySeat;
  const present = presentHumans.includes(candidate.idUser);
  const why = obstacle(candidate, seat, routingContext, leavers, present);
  return { candidate, seat, present, eligible: why === undefined, why: why ?? (present ? 'present_owner' : undefined) };
}

function obstacle(
  candidate: Candidate,
  seat: Seat,
  routingContext: RoutingContext,
  leavers: Record<string, number>,
  present: boolean,
): string | undefined {
  if (!candidate.available) return 'unavailable';
  if (!routingContext.open) return 'project_closed';
  if (candidate.teammateId in leavers) return 'left_it';
  // An agent who already serves it takes no further seat.
  if (!present && candidate.limit !== null && seat.held >= candidate.limit) return 'at_capacity';
  return undefined;
}

/** Eligible candidates first, among them present owners last; then fewest seats, longest idle (never assigned first), teammate id. */
function byPreference(a: Judged, b: Judged): number {
  return (
    Number(b.eligible) - Number(a.eligible) ||
    Number(a.present) - Number(b.present) ||
    a.seat.held - b.seat.held ||
    (a.seat.lastAssignedAt?.getTime() ?? 0) - (b.seat.lastAssignedAt?.getTime() ?? 0) ||
    (a.candidate.teammateId < b.candidate.teammateId ? -1 : 1)
  );
}

function basisOf(routingContext: RoutingContext): Omit<DecisionView, 'rule'> {
  return {
    department: routingContext.department.id,
    open: routingContext.open,
    roster: routingContext.source,
    roster_version: routingContext.version,
    ...(routingContext.groupDisabled && { group_disabled: true }),
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

/** The candidates that a pass may choose from; their seats are locked before it, in this order. */
export function seatsToLock(routingContext: RoutingContext): string[] {
  if (routingContext.department.routing !== 'assigned' || !routingContext.open) return [];
  return routingContext.candidates
    .filter((one) => one.available)
    .map((one) => one.idUser)
    .sort();
}

/** The part of the snapshot that every routing replaces. */
export function routingSnapshot(
  routingContext: RoutingContext,
): Pick<SnapshotView, 'department' | 'agents' | 'availableAgentsCount'> {
  const { candidates, open, department } = routingContext;
  return {
    department: department.record,
    agents: candidates.map((one) => ({ _id: one.teammateId, id_user: one.idUser })),
    availableAgentsCount: open ? candidates.filter((one) => one.available).length : 0,
  };
}

/** Facts of a routing pass; the repository fetches them when a rule asks. */
export interface RoutingFacts {
  /** For a routing pass into a department; `null`: the default one. */
  routing(departmentId: string | null): PassFacts & { routingContext: RoutingContext };
}
