import { avatarOf, type EventEnvelope, type FileView } from '@parley/contracts';

import { picture } from '../bot/bot-changes.ts';
import type { Context } from '../context.ts';

type FileEvent = EventEnvelope<{ file: FileView }>;

/** Whether a file is a photo: every other one is no concern of ours. */
export function isPhoto({ file }: { file: FileView }): boolean {
  return avatarOf(file) !== undefined;
}

export function showPhoto(context: Context, event: FileEvent): Promise<void> {
  return follow(context, event, true);
}

export function hidePhoto(context: Context, event: FileEvent): Promise<void> {
  return follow(context, event, false);
}

/** Keeps a bot's address of its photo, and that of its published copies. */
async function follow(context: Context, { data: { file } }: FileEvent, isThere: boolean): Promise<void> {
  const avatar = avatarOf(file);
  const bot = avatar && (await context.bots.findAnywhere(avatar.subjectId));
  if (!bot) return;
  await context.db.transaction(async () => {
    const current = await context.bots.lock(bot.projectId, bot.id);
    const url = await context.avatars.apply(bot.projectId, avatar, isThere);
    const at = new Date();
    await context.bots.store(current, picture(current, url, at));
    for (const copy of await context.bots.copies(bot.projectId, bot.id))
      await context.bots.store(copy, { ...picture(copy, url, at), events: [] });
  });
}
