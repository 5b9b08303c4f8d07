import { isDeepStrictEqual } from 'node:util';

import {
  isOpen,
  type PauseReason,
  requestSlaBreached,
  requestSlaChanged,
  requestSlaDueSoon,
  requestSlaEnded,
  requestUpdated,
  type SlaChangeReason,
  type SlaMetric,
} from '@parley/contracts';

import { askedMembers, holds } from '../condition/evaluate.ts';
import { type Change, type PendingEvent, pendingEvent } from '../request-state/change.ts';
import type { NewMessage } from '../request-state/message.ts';
import type { CopiedRecord } from '../request-state/request.copies.ts';
import { humansOf, type SupportRequest, waitingFor } from '../request-state/request.ts';
import {
  type AppliedPolicy,
  type Clock,
  isRunning,
  type ServiceLevels,
  slaPriorityOf,
  targetOf,
  viewClock,
  viewServiceLevels,
} from '../request-state/service-levels.ts';
import type { AutomationConfig, Policy } from './automation-config.ts';

export interface LevelFacts {
  at: Date;
  /** `null`: the project has never had a policy. */
  config: AutomationConfig | null;
  lead: CopiedRecord | null;
}

/** The service levels of a request while a change is decided. */
interface LevelDraft {
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

/**
 * Adds to a change what it means for the service levels of its request: which policy applies, which clocks start, pause, resume and
 * end, and which are breached by now. Source: contract 25 sections 5.3 to 5.5.
 */
export function withServiceLevels(change: Change, { at, config, lead }: LevelFacts): Change {
  const { next } = change;
  if (!config || !isCounted(next)) return change;
  const draft: LevelDraft = {
    // As its messages: another replica may have stored a later time.
    now: Math.max(at.getTime(), next.updatedAt.getTime()),
    request: next,
    config,
    levels: copyOf(next.serviceLevels) ?? { policy: null, config: config.version, breached: [], clocks: [] },
    events: [],
    notices: [],
  };
  const before = copyOf(draft.levels);

  followHours(draft);
  for (const clock of draft.levels.clocks) tellDue(draft, clock);
  if (isOpen(next.status)) judge(draft, change, lead);
  for (const message of change.messages) meet(draft, message);
  settle(draft);
  for (const clock of draft.levels.clocks) tellDue(draft, clock);

  const { levels } = draft;
  if (isDeepStrictEqual(levels, before)) return change;
  levels.config = config.version;
  return {
    ...change,
    next: { ...next, serviceLevels: levels },
    events: withEvents(change, draft),
    notices: draft.notices,
  };
}

/** Drafts and hidden requests have no clock, nor has an imported one before its requester writes. */
function isCounted({ draft, preflight, imported, lastRequesterAt }: SupportRequest): boolean {
  return !draft && !preflight && (!imported || lastRequesterAt !== null);
}

function copyOf(levels: ServiceLevels | null): ServiceLevels | undefined {
  if (!levels) return undefined;
  return {
    ...levels,
    breached: [...levels.breached],
    clocks: levels.clocks.map((clock) => ({ ...clock, spans: [...clock.spans] })),
  };
}

/** The update comes last, as in every change. */
function withEvents({ current, events }: Change, { events: own, levels }: LevelDraft): PendingEvent[] {
  if (own.length === 0) return events;
  const last = events.at(-1);
  if (last?.type === requestUpdated.type) return [...events.slice(0, -1), ...own, last];
  if (!current) return [...events, ...own];
  const patch = { sla: viewServiceLevels(levels) };
  return [...events, ...own, pendingEvent(requestUpdated, { changes: ['sla'], patch, comment: 'serviceLevels' })];
}

/** Hours that have changed since the due times were computed move those that are still to come. */
function followHours(draft: LevelDraft): void {
  const { levels, config } = draft;
  if (levels.config === config.version) return;
  let isMoved = false;
  for (const clock of levels.clocks) {
    if (!isRunning(clock) || clock.hours === 'always' || clock.breachedAt !== undefined) continue;
    // Stored, so that the request is not found outdated again.
    levels.config = config.version;
    const { dueAt } = clock;
    schedule(draft, clock);
    isMoved ||= dueAt !== clock.dueAt;
  }
  if (isMoved && levels.policy) changed(draft, levels.policy, 'hours');
}

function schedule({ config }: LevelDraft, clock: Clock): void {
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
function tellDue(draft: LevelDraft, clock: Clock): void {
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

function breach({ now, levels, events }: LevelDraft, clock: Clock, dueAt: number): void {
  clock.breachedAt = dueAt;
  if (!levels.breached.includes(clock.metric)) levels.breached.push(clock.metric);
  events.push(pendingEvent(requestSlaBreached, { ...told(clock), late: now - dueAt }, decisionOf(clock)));
}

const told = (clock: Clock) => ({ clock: viewClock(clock), policy: nameOf(clock.policy) });
const nameOf = ({ _id, name }: Pick<AppliedPolicy, '_id' | 'name'>) => ({ _id, name });

function decisionOf({ policy, metric, cycle, target, counted, dueAt, hours, spans }: Clock) {
  const paused = spans.flatMap(({ from, to, why }) => (why === 'open' ? [] : [{ from: iso(from), to: iso(to), why }]));
  return {
    rule: 'service_level',
    ...{ policy: policy._id, version: policy.version, metric, cycle, target, counted, hours, paused },
    ...(dueAt !== undefined && { due_at: iso(dueAt) }),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Chooses the policy, where the change gives reason to. */
function judge(draft: LevelDraft, change: Change, lead: CopiedRecord | null): void {
  const { levels, request, config } = draft;
  const { current, slaChange } = change;
  const isNew = !current || !isCounted(current);
  const matching = () =>
    config.policies.find((one) => one.enabled && holds(one, { request, lead, now: draft.now })) ?? null;
  const known = (id: string | undefined) => config.policies.find(({ _id }) => _id === id) ?? null;

  if (slaChange?.pin !== undefined) {
    levels.pinned = true;
    choose(draft, slaChange.pin === null ? null : known(slaChange.pin), slaChange.why);
  } else if (slaChange?.why === 'unpinned') {
    delete levels.pinned;
    choose(draft, matching(), slaChange.why);
  } else if (slaChange) {
    choose(draft, levels.pinned ? known(levels.policy?._id) : matching(), slaChange.why);
  } else if (!levels.pinned && (isNew || isAskedAnew(config.policies, current, request))) {
    const policy = matching();
    // It keeps the version that it has.
    if (policy?._id !== levels.policy?._id) choose(draft, policy, isNew ? undefined : 'conditions');
  }
  if (current && slaPriorityOf(current.priority) !== slaPriorityOf(request.priority)) retarget(draft, 'policy_changed');
}

/** A member has changed that some policy asks for. */
function isAskedAnew(policies: readonly Policy[], current: SupportRequest, next: SupportRequest): boolean {
  return policies.some((policy) => askedMembers(policy).some((member) => current[member] !== next[member]));
}

/** @param why absent: the first judgement of the request */
function choose(draft: LevelDraft, policy: Policy | null, why: SlaChangeReason | undefined): void {
  const { levels } = draft;
  const applied = policy && appliedOf(policy);
  if (isDeepStrictEqual(applied, levels.policy)) return;
  const previous = levels.policy;
  levels.policy = applied;
  if (why) changed(draft, previous, why);
  retarget(draft, why === 'policy_deleted' ? why : 'policy_changed');
}

function appliedOf({ _id, name, version, hours, targets, dueSoon, pause, whileBot }: Policy): AppliedPolicy {
  return { _id, name, version, hours, targets, dueSoon, pause, whileBot };
}

function changed(
  { levels: { policy }, events }: LevelDraft,
  previous: AppliedPolicy | null,
  why: SlaChangeReason,
): void {
  events.push(
    pendingEvent(requestSlaChanged, {
      ...(policy && { policy: nameOf(policy) }),
      ...(previous && { previous: nameOf(previous) }),
      why,
    }),
  );
}

/** Other targets or hours: time counted so far stays, the rest is computed from them. */
function retarget(draft: LevelDraft, why: string): void {
  const { levels, request, now } = draft;
  const { policy } = levels;
  for (const clock of levels.clocks.filter(({ endedAt }) => endedAt === undefined)) {
    const target = policy && targetOf(policy, clock.metric, request.priority);
    if (!policy || target === null) {
      end(draft, clock, 'cancelled', why);
      continue;
    }
    clock.policy = policyOf(policy);
    if (target === clock.target && policy.hours === clock.hours) continue;
    if (isRunning(clock)) count(draft, clock);
    clock.target = target;
    clock.hours = policy.hours;
    if (!isRunning(clock) || clock.breachedAt !== undefined) continue;
    schedule(draft, clock);
    // Nothing is left: breached at the moment of the change.
    if (clock.counted >= target) breach(draft, clock, now);
  }
}

const policyOf = ({ _id, name, version }: AppliedPolicy) => ({ _id, name, version });

/** Adds the time since it began to run. */
function count({ config, now }: LevelDraft, clock: Clock): void {
  const counted = config.hours.of(clock.hours).openMs(clock.since, now);
  clock.counted += counted;
  keepSpan(clock, now, counted, 'open');
}

function keepSpan(clock: Clock, to: number, counted: number, why: 'open' | PauseReason): void {
  if (to > clock.since) clock.spans = [...clock.spans, { from: clock.since, to, counted, why }].slice(-maxSpans);
  clock.since = to;
}

function end(draft: LevelDraft, clock: Clock, state: 'met' | 'cancelled', why?: string): void {
  const { now, request } = draft;
  if (isRunning(clock)) count(draft, clock);
  else keepSpan(clock, now, 0, clock.why as PauseReason);
  clock.state = state;
  clock.endedAt = now;
  delete clock.why;
  if (why) clock.why = why;
  const overdue = state === 'met' && clock.breachedAt !== undefined ? now - clock.breachedAt : undefined;
  const data = { ...told(clock), ...(overdue !== undefined && { overdue }), agents: humansOf(request) };
  const event = pendingEvent(requestSlaEnded, data, decisionOf(clock));
  if (overdue === undefined) draft.notices.push(event);
  else draft.events.push(event);
}

/** A visible message of a human is the answer. */
function meet(draft: LevelDraft, { side, audience, imported, automated }: NewMessage): void {
  if (imported || automated || side !== 'human' || audience !== 'all') return;
  for (const clock of draft.levels.clocks)
    if (isRunning(clock) && clock.metric !== 'resolution') end(draft, clock, 'met');
}

/** Starts, pauses, resumes and ends clocks by what the request is after the change. */
function settle(draft: LevelDraft): void {
  const { levels, request } = draft;
  if (!isOpen(request.status)) {
    for (const clock of levels.clocks.filter(({ endedAt }) => endedAt === undefined)) {
      if (clock.metric === 'resolution') end(draft, clock, 'met');
      else end(draft, clock, 'cancelled', 'closed');
    }
    return;
  }
  const { policy } = levels;
  if (!policy || request.requesterFirstAt === null) return;
  const isHeld = policy.whileBot === 'wait' && request.participants.length > 0 && humansOf(request).length === 0;
  if (!isHeld) {
    if (!isAnswered(request)) startUnlessMet(draft, policy, 'first_response');
    else if (waitingFor(request) === 'team') startUnlessRunning(draft, policy, 'next_response');
    resolve(draft, policy);
  }
  pauseOrResume(draft, policy);
}

/** A human has answered the requester. Of older requests only the waiting time says so. */
function isAnswered({ lastTeamAt, requesterFirstAt, waitingTime }: SupportRequest): boolean {
  return lastTeamAt === null ? waitingTime !== null : requesterFirstAt !== null && lastTeamAt >= requesterFirstAt;
}

const clockOf = ({ levels }: LevelDraft, metric: SlaMetric) => levels.clocks.find((clock) => clock.metric === metric);

function startUnlessMet(draft: LevelDraft, policy: AppliedPolicy, metric: SlaMetric): void {
  const state = clockOf(draft, metric)?.state;
  if (state === undefined || state === 'cancelled') start(draft, policy, metric);
}

function startUnlessRunning(draft: LevelDraft, policy: AppliedPolicy, metric: SlaMetric): void {
  if (clockOf(draft, metric)?.state !== 'running') start(draft, policy, metric);
}

/** Starts the clock of the resolution; after a reopening it goes on, without the time that the request was closed. */
function resolve(draft: LevelDraft, policy: AppliedPolicy): void {
  const clock = clockOf(draft, 'resolution');
  if (clock?.state !== 'met') {
    startUnlessMet(draft, policy, 'resolution');
    return;
  }
  const target = targetOf(policy, 'resolution', draft.request.priority);
  if (target === null) return;
  const { endedAt: _ended, why: _why, dueAt, breachedAt, warnedFor: _warned, ...kept } = clock;
  const next: Clock = {
    ...kept,
    ...{ cycle: clock.cycle + 1, state: 'running', since: draft.now, target, hours: policy.hours },
    policy: policyOf(policy),
    ...(breachedAt !== undefined && { breachedAt, dueAt: dueAt ?? breachedAt }),
  };
  if (breachedAt === undefined) schedule(draft, next);
  replace(draft, next);
}

function start(draft: LevelDraft, policy: AppliedPolicy, metric: SlaMetric): void {
  const target = targetOf(policy, metric, draft.request.priority);
  if (target === null) return;
  const clock: Clock = {
    metric,
    ...{ cycle: (clockOf(draft, metric)?.cycle ?? 0) + 1, state: 'running', target, hours: policy.hours, counted: 0 },
    policy: policyOf(policy),
    ...{ startedAt: draft.now, since: draft.now, spans: [] },
  };
  schedule(draft, clock);
  replace(draft, clock);
}

function replace({ levels }: LevelDraft, clock: Clock): void {
  levels.clocks = [...levels.clocks.filter(({ metric }) => metric !== clock.metric), clock];
}

function pauseOrResume(draft: LevelDraft, { pause }: AppliedPolicy): void {
  const clock = clockOf(draft, 'resolution');
  if (!clock || clock.endedAt !== undefined) return;
  const why = pause.find((reason) => isPaused[reason](draft.request));
  if (why === (clock.state === 'paused' ? clock.why : undefined)) return;

  if (isRunning(clock)) count(draft, clock);
  else keepSpan(clock, draft.now, 0, clock.why as PauseReason);
  if (why) {
    clock.state = 'paused';
    clock.why = why;
    if (clock.breachedAt === undefined) delete clock.dueAt;
    return;
  }
  clock.state = 'running';
  delete clock.why;
  if (clock.breachedAt === undefined) schedule(draft, clock);
}

const isPaused: Record<PauseReason, (request: SupportRequest) => boolean> = {
  waiting_requester: (request) => waitingFor(request) === 'requester',
  snoozed: ({ snooze }) => snooze !== null,
  pending: ({ workingStatus }) => workingStatus === 'pending',
};
