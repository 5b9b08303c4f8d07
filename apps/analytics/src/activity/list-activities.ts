import type { activityApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './activity.ts';
import { activityFilterOf } from './activity-filter.ts';

type ListActivities = Operation<typeof activityApi.listActivities, Context>;

export const listActivities: ListActivities = (context, _actor, query) =>
  context.freshness.of('activities', async () => {
    const filter = await activityFilterOf(context, query);
    const { activities, next, ...page } = await context.activityQueries.list(filter, query);
    const view = { ...page, activities: activities.map(viewOf) };
    return next ? answer(view, { link: nextLink(next, sentBack(query)) }) : view;
  });

/** The query in the form that a caller would repeat it. */
function sentBack({ id_project: _project, start_date, end_date, ...query }: Parameters<ListActivities>[2]) {
  const dayMs = 86_400_000;
  const written = (day: number | undefined) => day && new Date(day * dayMs).toISOString().slice(0, 10);
  return { ...query, start_date: written(start_date), end_date: written(end_date) };
}
