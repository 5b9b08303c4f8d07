import type { EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';

/** Departments lose a bot that is deleted; a trashed one may come back. */
export async function clearBot(context: Context, event: EventEnvelope<{ bot: { _id: string } }>): Promise<void> {
  await context.departments.clearBot(event.idproject, event.data.bot._id, new Date());
}
