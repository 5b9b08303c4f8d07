import { avatarOf, type EventEnvelope, type FileView } from '@parley/contracts';

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

/** Keeps a person's address of their photo, and announces it in each of their projects. */
async function follow(context: Context, { data: { file } }: FileEvent, isThere: boolean): Promise<void> {
  const avatar = avatarOf(file);
  const change = avatar && (await context.avatars.apply(avatar, isThere));
  const user = change && (await context.users.findById(avatar.subjectId));
  if (user) await context.teammates.pictured(user, change.before, new Date());
}
