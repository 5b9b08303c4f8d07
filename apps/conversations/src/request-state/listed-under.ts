import { isOpen } from '@parley/contracts';

import type { SupportRequest } from './request.ts';

/** Where closed and hidden requests are listed; no department has this id. */
export const unlisted = '-';

/** `request_head.listed_under`: the department of an open request, empty without one; inboxes are read by it. */
export function listedUnder({ status, preflight, departmentId }: SupportRequest): string {
  return isOpen(status) && !preflight ? (departmentId ?? '') : unlisted;
}
