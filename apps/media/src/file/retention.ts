import type { Config } from '../config.ts';

const dayMs = 86_400_000;

/** Expiry of a file in a user's folder; undefined by default. */
export function chatExpiry({ MEDIA_CHAT_DAYS: days }: Config): Date | undefined {
  return days === 0 ? undefined : new Date(Date.now() + days * dayMs);
}
