import type { Config } from '../config.ts';
import type { Principal } from './file.ts';

/** What a principal may store. */
export interface Quota {
  bytes: number;
  files: number;
}

const unlimited = Number.MAX_SAFE_INTEGER;
/** Beyond what the column counts, but never reached. */
const mostFiles = 2 ** 31 - 1;

export function quotaOf(config: Config, { kind }: Principal): Quota {
  const isVisitor = kind === 'guest' || kind === 'external';
  return isVisitor
    ? { bytes: config.MEDIA_GUEST_BYTES, files: config.MEDIA_GUEST_FILES }
    : { bytes: config.MEDIA_USER_BYTES, files: mostFiles };
}

/** A limit as answers show it: none, if there is none. */
export function shownLimit(limit: number): number | undefined {
  return limit === unlimited || limit === mostFiles ? undefined : limit;
}
