import { isDeepStrictEqual } from 'node:util';

import { isOpen, requestUpdated } from '@parley/contracts';

import { type Change, type PendingEvent, pendingEvent } from '../request-state/change.ts';
import type { CopiedRecord } from '../request-state/request.copies.ts';
import { isRunning, type ServiceLevels, viewServiceLevels } from '../request-state/service-levels.ts';
import type { AutomationConfig } from './automation-config.ts';
import { changed, judge } from './judge.ts';
import { isCounted, type LevelDraft, schedule, tellDue } from './level-draft.ts';
import { meet, settle } from './settle.ts';

export interface LevelFacts {
  at: Date;
  /** `null`: the project has never had a policy. */
  config: AutomationConfig | null;
  lead: CopiedRecord | null;
}

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
