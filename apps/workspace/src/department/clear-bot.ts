import type { EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';

/** Removes a deleted bot from departments; a trashed bot stays, since it can be restored. */
export async function clearBot(context: Context, event: EventEnvelope<{ bot: { _id: string } }>): Promise<void> {
  await context.departments.clearBot(event.idproject, event.data.bot._id, new Date());
}
