import type { Context } from '../context.ts';

export function forgetChanges(context: Context): Promise<void> {
  return context.feedRepository.forgetOld(context.config.FEED_RETENTION_HOURS);
}
