import { type AppError, isVisitor, mediaErrors } from '@parley/contracts';

import type { Config } from '../config.ts';
import type { Principal } from './file.ts';

/** Limits of what a principal may store. */
export interface Quota {
  bytes: number;
  files: number;
}

const unlimited = Number.MAX_SAFE_INTEGER;
/** The maximum of the column; never reached in practice. */
const maxFiles = 2 ** 31 - 1;

export function quotaOf(config: Config, { kind }: Principal): Quota {
  return isVisitor(kind)
    ? { bytes: config.MEDIA_GUEST_BYTES, files: config.MEDIA_GUEST_FILES }
    : { bytes: config.MEDIA_USER_BYTES, files: maxFiles };
}

/** The error for a file that exceeds a quota; the dashboard reads `limit_file_size` of every 413. */
export function quotaExceeded(quota: Quota, used: Quota): AppError {
  const left = used.files < quota.files ? Math.max(0, quota.bytes - used.bytes) : 0;
  const counts = { files: used.files, limit_files: shownLimit(quota.files) };
  return mediaErrors.quota_exceeded({ limit: quota.bytes, used: used.bytes, ...counts, limit_file_size: left });
}

/** A limit as shown in answers; undefined when there is none. */
export function shownLimit(limit: number): number | undefined {
  return limit === unlimited || limit === maxFiles ? undefined : limit;
}
