import { isOpen } from '@parley/contracts';

import type { SupportRequest } from './request.ts';

/** Begins the group of closed and hidden requests; no department has such an id. */
export const unlisted = '-';

/** `request_head.listed_under`: the department of an open request, empty without one; inboxes are read by it. */
export function listedUnder({ status, preflight, departmentId }: SupportRequest): string {
  return `${isOpen(status) && !preflight ? '' : unlisted}${departmentId ?? ''}`;
}
