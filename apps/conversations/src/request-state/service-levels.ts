import type {
  PauseReason,
  SlaClockView,
  SlaMetric,
  SlaPriority,
  SlaTargets,
  SlaView,
  slaWhileBot,
} from '@parley/contracts';

/** A policy as it applies to a request: later changes of it apply to open requests only on demand (`apply=open`). */
export interface AppliedPolicy {
  _id: string;
  name: string;
  version: number;
  hours: string;
  targets: SlaTargets;
  dueSoon: number;
  pause: PauseReason[];
  whileBot: (typeof slaWhileBot)[number];
}

/** Time of a clock that is over. */
export interface Span {
  from: number;
  to: number;
  /** Milliseconds of it that count. */
  counted: number;
  why: 'open' | PauseReason;
}

/** A clock of a request. Times are in ms since the epoch. */
export interface Clock {
  metric: SlaMetric;
  cycle: number;
  state: SlaClockView['state'];
  /** Milliseconds of open time. */
  target: number;
  policy: { _id: string; name: string; version: number };
  hours: string;
  startedAt: number;
  /** Milliseconds counted before `since`. */
  counted: number;
  /** When it began to run, or was paused. */
  since: number;
  dueAt?: number;
  /** The due time for which the warning is out. */
  warnedFor?: number;
  breachedAt?: number;
  endedAt?: number;
  /** Why it is paused, was cancelled, or is never due. */
  why?: string;
  spans: Span[];
}

/** The service levels of a request, with the newest clock of each metric. */
export interface ServiceLevels {
  policy: AppliedPolicy | null;
  pinned?: true;
  /** Version of the project's policies and hours that the due times were computed with. */
  config: number;
  /** Metrics that were ever breached. */
  breached: SlaMetric[];
  clocks: Clock[];
}

export const isRunning = ({ state }: Clock): boolean => state === 'running';

/** The clock that is due first, overdue ones included. */
export function firstDue({ clocks }: ServiceLevels): (Clock & { dueAt: number }) | undefined {
  const due = clocks.filter(
    (clock): clock is Clock & { dueAt: number } => isRunning(clock) && clock.dueAt !== undefined,
  );
  return due.toSorted((one, other) => one.dueAt - other.dueAt)[0];
}

/** How the request stands, as lists ask for it. */
export function stateOf(levels: ServiceLevels): 'overdue' | 'due' | 'paused' | null {
  if (levels.clocks.some((clock) => isRunning(clock) && clock.breachedAt !== undefined)) return 'overdue';
  if (firstDue(levels)) return 'due';
  return levels.clocks.some(({ state }) => state === 'paused') ? 'paused' : null;
}

/** When something of a clock may be due; a due time itself still counts as in time. */
export function wakeTimesOf({ clocks, policy }: ServiceLevels): number[] {
  return clocks.flatMap((clock) => {
    const { dueAt } = clock;
    if (!isRunning(clock) || dueAt === undefined || clock.breachedAt !== undefined) return [];
    const warning = policy && policy.dueSoon > 0 && clock.warnedFor !== dueAt ? [dueAt - policy.dueSoon] : [];
    return [dueAt + 1, ...warning];
  });
}

const iso = (ms: number): string => new Date(ms).toISOString();

export function viewClock(clock: Clock): SlaClockView {
  const { metric, cycle, state, target, startedAt, dueAt, breachedAt, endedAt, why, counted } = clock;
  return {
    ...{ metric, cycle, state, target, started_at: iso(startedAt) },
    ...(dueAt !== undefined && state !== 'paused' && { due_at: iso(dueAt) }),
    ...(state === 'paused' && { remaining: Math.max(0, target - counted) }),
    ...(breachedAt !== undefined && { breached_at: iso(breachedAt) }),
    ...(endedAt !== undefined && { ended_at: iso(endedAt) }),
    ...(why !== undefined && { why }),
  };
}

/** As the team sees it. Source: contract 25 section 1. */
export function viewServiceLevels(levels: ServiceLevels): SlaView | undefined {
  const { policy, pinned, breached, clocks } = levels;
  if (!policy && !pinned && clocks.length === 0) return undefined;
  const first = firstDue(levels);
  return {
    ...(policy && { policy: { _id: policy._id, name: policy.name } }),
    ...(pinned && { pinned }),
    ...(first && { due_at: iso(first.dueAt), metric: first.metric }),
    breached,
    clocks: clocks.map(viewClock),
  };
}

/** The target of a metric for a priority; `medium` is `normal`, `hight` is `high`. */
export function targetOf({ targets }: AppliedPolicy, metric: SlaMetric, priority: string): number | null {
  const own = targets[slaPriorityOf(priority)]?.[metric];
  return own === undefined ? (targets.default[metric] ?? null) : own;
}

export function slaPriorityOf(priority: string): SlaPriority {
  if (priority === 'low' || priority === 'urgent') return priority;
  return priority === 'hight' || priority === 'high' ? 'high' : 'normal';
}
