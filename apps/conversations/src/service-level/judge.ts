import { isDeepStrictEqual } from 'node:util';

import { requestSlaChanged, type SlaChangeReason } from '@parley/contracts';

import { askedMembers, holds } from '../condition/evaluate.ts';
import { asksForSegments } from '../condition/surroundings.ts';
import { type Change, pendingEvent } from '../request-state/change.ts';
import type { CopiedRecord } from '../request-state/request.copies.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { type AppliedPolicy, isRunning, slaPriorityOf, targetOf } from '../request-state/service-levels.ts';
import type { Policy } from './automation-config.ts';
import { breach, count, end, isCounted, type LevelDraft, nameOf, policyOf, schedule } from './level-draft.ts';

/** Chooses the policy, where the change gives reason to. */
export function judge(draft: LevelDraft, change: Change, lead: CopiedRecord | null): void {
  const { levels, request, config } = draft;
  const { current, slaChange } = change;
  const isNew = !current || !isCounted(current);
  const subject = { request, lead, now: draft.now, surroundings: config.surroundings };
  const matching = () => config.policies.find((one) => one.enabled && holds(one, subject)) ?? null;
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

/** A member has changed that some policy asks for. Segments may be others at each change: leads move between them without their requests. */
function isAskedAnew(policies: readonly Policy[], current: SupportRequest, next: SupportRequest): boolean {
  return policies.some(
    (policy) => asksForSegments(policy) || askedMembers(policy).some((member) => current[member] !== next[member]),
  );
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

export function changed(
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
