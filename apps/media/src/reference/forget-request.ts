import type { EventEnvelope, requestDeleted } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';

type Deleted = EventEnvelope<z.output<(typeof requestDeleted)['schema']>>;

/** Removes files that only the deleted request referred to. */
export async function forgetRequest(context: Context, { idproject, data }: Deleted): Promise<void> {
  await context.references.end(idproject, data._id);
  const files = await context.references.forgetRequests(idproject, [data._id]);
  await context.files.removeAll(files);
}
