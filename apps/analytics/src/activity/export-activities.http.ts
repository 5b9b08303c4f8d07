import type { ActivityView, activityApi } from '@parley/contracts';
import { byteOrderMark, csvLine, type RawOperation, streamText } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import type { ActivityFilter } from './activity.query.repository.ts';
import { viewOf } from './activity.ts';
import { activityFilterOf } from './activity-filter.ts';

type ExportActivities = RawOperation<typeof activityApi.exportActivities, Context>;

/** Source: contract 40 section 3.1. */
export const exportActivities: ExportActivities = async (context, _actor, query, raw) => {
  const filter = await activityFilterOf(context, query);
  const freshness = await context.freshness.headers('activities');
  const headers = {
    ...freshness,
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="activities.csv"',
  };
  await streamText(raw, headers, lines(context, filter));
  return undefined;
};

async function* lines(context: Context, filter: ActivityFilter): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([name]) => name));
  for await (const { rows } of context.activityQueries.scan(filter)) {
    for (const activity of rows) {
      const view = viewOf(activity);
      yield csvLine(columns.map(([, cell]) => cell(view)));
    }
  }
}

type Column = readonly [name: string, cell: (activity: ActivityView) => unknown];

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
const user = ({ target }: ActivityView) => at(target.object, 'id_user');
const fullname = (person: unknown) => [at(person, 'firstname'), at(person, 'lastname')].filter(Boolean).join(' ');

const columns: readonly Column[] = [
  ['message', ({ message }) => message],
  ['activity_id', ({ _id }) => _id],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
  ['project_id', ({ id_project }) => id_project],
  ['actor_name', ({ actor }) => actor.name],
  ['actor_id', ({ actor }) => actor.id],
  ['actor_type', ({ actor }) => actor.type],
  ['verb', ({ verb }) => verb],
  ['target_user_fullname', (activity) => fullname(user(activity))],
  ['target_email', ({ target }) => at(target.object, 'email')],
  ['target_type', ({ target }) => target.type],
  ['target_user_id', (activity) => at(user(activity), '_id')],
  ['actionObj_email', ({ actionObj }) => actionObj?.email],
  ['actionObj_id_project', ({ actionObj }) => actionObj?.id_project],
  ['actionObj_project_name', ({ actionObj }) => actionObj?.project_name],
  ['actionObj_role', ({ actionObj }) => actionObj?.role],
  ['actionObj_user_available', ({ actionObj }) => actionObj?.user_available],
  ['target_id', ({ target }) => target.id],
  ['target_createdAt', ({ target }) => at(target.object, 'createdAt')],
  ['target_createdBy', ({ target }) => at(target.object, 'createdBy')],
  ['target_role', ({ target }) => at(target.object, 'role')],
  ['target_user_available', ({ target }) => at(target.object, 'user_available')],
];
