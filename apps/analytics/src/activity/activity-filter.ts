import { activityVerbs, type ListActivitiesQuery } from '@parley/contracts';

import type { Context } from '../context.ts';
import { checked, type Window } from '../window/window.ts';
import { dayMs, Zone } from '../window/zone.ts';
import type { ActivityFilter } from './activity.query.repository.ts';

const maxDays = 3660;
/** Upper bound beyond now: the clock of an event may run ahead of this one. */
const aheadMs = dayMs;

/** The filter of a query, limited to retained activities. @throws validation_failed */
export async function activityFilterOf(
  { config, projects }: Context,
  query: ListActivitiesQuery & { id_project: string },
): Promise<ActivityFilter> {
  const { id_project: projectId, activities, agent_id } = query;
  const own = await projects.retentionDays(projectId);
  const keptFrom = Date.now() - Math.min(config.ACTIVITY_RETENTION_DAYS, own ?? maxDays) * dayMs;
  const window = windowOf(query);
  return {
    projectId,
    window: { ...window, from: Math.max(window.from, keptFrom) },
    verbs: activities === undefined ? undefined : knownAmong(activities.split(',')),
    agent: agent_id,
  };
}

/** Unknown verbs match nothing. */
function knownAmong(words: readonly string[]): string[] {
  const asked = new Set(words.map((word) => word.trim()));
  return activityVerbs.filter((verb) => asked.has(verb));
}

/** Each date is optional and inclusive. */
function windowOf(query: ListActivitiesQuery): Window {
  const zone = new Zone(query.tz ?? query.timezone ?? 'UTC');
  const { start_date, end_date } = query;
  if (start_date !== undefined && end_date !== undefined) {
    checked([start_date, end_date], maxDays);
  }
  return {
    from: start_date === undefined ? 0 : zone.startOf(start_date),
    until: end_date === undefined ? Date.now() + aheadMs : zone.startOf(end_date + 1),
    zone,
    isRolling: true,
  };
}
