import { botErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { remove } from './bot-changes.ts';

const atOnce = 100;
const dayMs = 86_400_000;

/** Deletes bots whose time in the trash is over. */
export async function purgeTrash({ bots, intents, turns, calls, db, config }: Context): Promise<void> {
  const at = new Date();
  const end = new Date(at.getTime() - config.BOT_TRASH_DAYS * dayMs);
  for (;;) {
    const due = await bots.trashedBefore(end, atOnce);
    for (const { projectId, id } of due) {
      await db
        .transaction(async () => {
          const current = await bots.lock(projectId, id);
          // The bot was restored, or trashed again, since the query.
          if (current.trashedAt === null || current.trashedAt >= end) return;
          const ids = await bots.removeRows(current, remove(current, at));
          await intents.removeOfBots(projectId, ids);
          await turns.deleteByBots(projectId, ids);
          await calls.deleteByBots(projectId, ids);
        })
        .catch(unlessGone);
    }
    if (due.length < atOnce) return;
  }
}

function unlessGone(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === botErrors.bot_not_found().code) return;
  throw error;
}
