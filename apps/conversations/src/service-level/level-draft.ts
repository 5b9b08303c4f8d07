import {
  type PauseReason,
  requestSlaBreached,
  requestSlaDueSoon,
  requestSlaEnded,
  type SlaMetric,
} from '@parley/contracts';

import { type PendingEvent, pendingEvent } from '../request-state/change.ts';
import { humansOf, type SupportRequest } from '../request-state/request.ts';
import {
  type AppliedPolicy,
  type Clock,
  isRunning,
  type ServiceLevels,
  viewClock,
} from '../request-state/service-levels.ts';
import type { AutomationConfig } from './automation-config.ts';

/** The service levels of a request while a change is decided. */
export interface LevelDraft {
  now: number;
  request: SupportRequest;
  config: AutomationConfig;
  levels: ServiceLevels;
  events: PendingEvent[];
  /** Of clocks that end in time: they number nothing. */
  notices: PendingEvent[];
}

/** Newest spans of a clock that are kept. */
const maxSpans = 99;

export const clockOf = ({ levels }: LevelDraft, metric: SlaMetric) =>
  levels.clocks.find((clock) => clock.metric === metric);

export function schedule({ config }: LevelDraft, clock: Clock): void {
  const dueAt = config.hours.of(clock.hours).after(clock.since, clock.target - clock.counted);
  if (dueAt === undefined) {
    delete clock.dueAt;
    clock.why = 'never_open';
    return;
  }
  clock.dueAt = dueAt;
  if (clock.why === 'never_open') delete clock.why;
}

/** Breached, if it was not fulfilled by its due time, no matter who notices. */
export function tellDue(draft: LevelDraft, clock: Clock): void {
  const { now, levels } = draft;
  const { dueAt } = clock;
  if (!isRunning(clock) || dueAt === undefined || clock.breachedAt !== undefined) return;
  if (now > dueAt) {
    breach(draft, clock, dueAt);
    return;
  }
  const warnAt = dueAt - (levels.policy?.dueSoon ?? 0);
  if (warnAt === dueAt || now < warnAt || clock.warnedFor === dueAt) return;
  clock.warnedFor = dueAt;
  draft.events.push(pendingEvent(requestSlaDueSoon, { ...told(clock), late: now - warnAt }, decisionOf(clock)));
}

export function breach({ now, levels, events }: LevelDraft, clock: Clock, dueAt: number): void {
  clock.breachedAt = dueAt;
  if (!levels.breached.includes(clock.metric)) levels.breached.push(clock.metric);
  events.push(pendingEvent(requestSlaBreached, { ...told(clock), late: now - dueAt }, decisionOf(clock)));
}

const told = (clock: Clock) => ({ clock: viewClock(clock), policy: nameOf(clock.policy) });

export const nameOf = ({ _id, name }: Pick<AppliedPolicy, '_id' | 'name'>) => ({ _id, name });

function decisionOf({ policy, metric, cycle, target, counted, dueAt, hours, spans }: Clock) {
  const paused = spans.flatMap(({ from, to, why }) => (why === 'open' ? [] : [{ from: iso(from), to: iso(to), why }]));
  return {
    rule: 'service_level',
    ...{ policy: policy._id, version: policy.version, metric, cycle, target, counted, hours, paused },
    ...(dueAt !== undefined && { due_at: iso(dueAt) }),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

export const policyOf = ({ _id, name, version }: AppliedPolicy) => ({ _id, name, version });

/** Adds the time since it began to run. */
export function count({ config, now }: LevelDraft, clock: Clock): void {
  const counted = config.hours.of(clock.hours).openMs(clock.since, now);
  clock.counted += counted;
  keepSpan(clock, now, counted, 'open');
}

export function keepSpan(clock: Clock, to: number, counted: number, why: 'open' | PauseReason): void {
  if (to > clock.since) clock.spans = [...clock.spans, { from: clock.since, to, counted, why }].slice(-maxSpans);
  clock.since = to;
}

export function end(draft: LevelDraft, clock: Clock, state: 'met' | 'cancelled', why?: string): void {
  const { now, request } = draft;
  if (isRunning(clock)) count(draft, clock);
  else keepSpan(clock, now, 0, clock.why as PauseReason);
  clock.state = state;
  clock.endedAt = now;
  delete clock.why;
  if (why) clock.why = why;
  const overdue = state === 'met' && clock.breachedAt !== undefined ? now - clock.breachedAt : undefined;
  const data = {
    ...told(clock),
    ...(overdue !== undefined && { overdue }),
    counted: clock.counted,
    agents: humansOf(request),
  };
  const event = pendingEvent(requestSlaEnded, data, decisionOf(clock));
  if (overdue === undefined) draft.notices.push(event);
  else draft.events.push(event);
}

/** Drafts and hidden requests have no clock, nor has an imported one before its requester writes. */
export function isCounted({ draft, preflight, imported, lastRequesterAt }: SupportRequest): boolean {
  return !draft && !preflight && (!imported || lastRequesterAt !== null);
}
