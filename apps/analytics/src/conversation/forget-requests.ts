import type { EventEnvelope, requestDeleted } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { keepRequests } from './keep-requests.ts';
import { tombstoneOf } from './request-fact.ts';

type Deleted = EventEnvelope<z.output<(typeof requestDeleted)['schema']>>;

/** Removes deleted requests and their messages from all figures. */
export async function forgetRequests(context: Context, events: readonly Deleted[]): Promise<void> {
  const gone = events.map(({ idproject, data, time, aggregateversion }) =>
    tombstoneOf(
      { projectId: idproject, id: data._id, requestId: data.request_id, version: aggregateversion },
      new Date(time),
    ),
  );
  await keepRequests(context, gone);
}
