import { isOpen, type PauseReason, type SlaMetric } from '@parley/contracts';

import type { NewMessage } from '../request-state/message.ts';
import { humansOf, type SupportRequest, waitingFor } from '../request-state/request.ts';
import { type AppliedPolicy, type Clock, isRunning, targetOf } from '../request-state/service-levels.ts';
import { clockOf, count, end, keepSpan, type LevelDraft, policyOf, schedule } from './level-draft.ts';

/** A visible message of a human is the answer. */
export function meet(draft: LevelDraft, { side, audience, imported, automated }: NewMessage): void {
  if (imported || automated || side !== 'human' || audience !== 'all') return;
  for (const clock of draft.levels.clocks)
    if (isRunning(clock) && clock.metric !== 'resolution') end(draft, clock, 'met');
}

/** Starts, pauses, resumes and ends clocks by what the request is after the change. */
export function settle(draft: LevelDraft): void {
  const { levels, request } = draft;
  if (!isOpen(request.status)) {
    for (const clock of levels.clocks.filter(({ endedAt }) => endedAt === undefined)) {
      if (request.mergedInto) end(draft, clock, 'cancelled', 'merged');
      else if (clock.metric === 'resolution') end(draft, clock, 'met');
      else end(draft, clock, 'cancelled', 'closed');
    }
    return;
  }
  const { policy } = levels;
  if (!policy || request.requesterFirstAt === null) return;
  const isHeld = policy.whileBot === 'wait' && request.participants.length > 0 && humansOf(request).length === 0;
  if (!isHeld) {
    if (!isAnswered(request)) startUnlessMet(draft, policy, 'first_response');
    else if (isAsked(request)) startUnlessRunning(draft, policy, 'next_response');
    resolve(draft, policy);
  }
  pauseOrResume(draft, policy);
}

/** A human has answered the requester. Of older requests only the waiting time says so. */
function isAnswered({ lastTeamAt, requesterFirstAt, waitingTime }: SupportRequest): boolean {
  return lastTeamAt === null ? waitingTime !== null : requesterFirstAt !== null && lastTeamAt >= requesterFirstAt;
}

/** The requester has the last word, and has said it since the request was opened or reopened. */
function isAsked(request: SupportRequest): boolean {
  const { lastRequesterAt, waitingSince } = request;
  return waitingFor(request) === 'team' && lastRequesterAt !== null && lastRequesterAt >= waitingSince;
}

function startUnlessMet(draft: LevelDraft, policy: AppliedPolicy, metric: SlaMetric): void {
  const state = clockOf(draft, metric)?.state;
  if (state === undefined || state === 'cancelled') start(draft, policy, metric);
}

function startUnlessRunning(draft: LevelDraft, policy: AppliedPolicy, metric: SlaMetric): void {
  if (clockOf(draft, metric)?.state !== 'running') start(draft, policy, metric);
}

/** Starts the clock of the resolution; after a reopening it goes on, without the time that the request was closed or merged. */
function resolve(draft: LevelDraft, policy: AppliedPolicy): void {
  const clock = clockOf(draft, 'resolution');
  if (clock?.state !== 'met' && clock?.why !== 'merged') {
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
