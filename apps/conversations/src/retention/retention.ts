import { RequestStatus } from '@parley/contracts';

import type { SupportRequest } from '../request-state/request.ts';

/** What the retention of a project deletes here. */
export const expiringKinds = ['closed_requests', 'drafts'] as const;
export type ExpiringKind = (typeof expiringKinds)[number];

/** Days by kind; absent or 0: never. */
export type RetentionDays = Partial<Record<ExpiringKind, number>>;

const dayMs = 86_400_000;

/** Latest time of what has expired; undefined when nothing does. */
export function expiredBefore(days: number | null | undefined, now: Date): Date | undefined {
  return days ? new Date(now.getTime() - days * dayMs) : undefined;
}

/** Whether a request is still due under its lock: it may have been reopened, or have begun. */
export function isExpired(kind: ExpiringKind, current: SupportRequest, before: Date): boolean {
  if (kind === 'drafts') return (current.preflight || current.draft) && current.createdAt < before;
  return current.status === RequestStatus.closed && current.closedAt !== null && current.closedAt < before;
}
