import type { EventEnvelope, requestDeleted } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { keepRequests } from './keep-requests.ts';
import { tombstoneOf } from './request-fact.ts';

type Deleted = EventEnvelope<z.output<(typeof requestDeleted)['schema']>>;

/** Removes deleted requests and their messages from all figures. Those that have expired go on counting, without names. */
export async function forgetRequests(context: Context, events: readonly Deleted[]): Promise<void> {
  const counting = await expire(
    context,
    events.filter(({ data }) => data.expired),
  );
  const gone = events
    .filter(({ idproject, data }) => !counting.has(`${idproject} ${data._id}`))
    .map(({ idproject, data, time, aggregateversion }) =>
      tombstoneOf(
        { projectId: idproject, id: data._id, requestId: data.request_id, version: aggregateversion },
        new Date(time),
      ),
    );
  await keepRequests(context, gone);
}

/** @returns those that figures know, by project and `_id` */
async function expire({ requests, subjects }: Context, events: readonly Deleted[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const [projectId, own] of Map.groupBy(events, ({ idproject }) => idproject)) {
    const ids = own.map(({ data }) => data._id);
    for (const id of await requests.markExpired(projectId, ids)) known.add(`${projectId} ${id}`);
    await subjects.eraseRequests(projectId, ids);
  }
  return known;
}
