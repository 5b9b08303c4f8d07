import type { VisibleList } from './visibility.ts';

/** Who serves an open request; `request_count.hand` (migration `open_counts`). */
export const hand = { withoutBots: 0, botsAndPeople: 1, botsAlone: 2 } as const;

/**
 * Rows of `department_id`, `status`, `hand` and `open`, whose sums are the open requests that a viewer sees, without drafts: kept
 * figures for whole departments, and each request that the viewer serves or follows elsewhere. `$1` is the project.
 */
export function openFiguresSql({ parts }: VisibleList): string {
  const figures = parts.map(({ isOfDepartments, sql, ofOpen }) =>
    isOfDepartments
      ? `select r.department_id, r.status, r.hand, r.open from request_count r
          where r.id_project = $1 and r.status < 1000 and not r.draft and ${sql}`
      : `select coalesce(r.department_id, ''), r.status, hand_of(r.has_bot, r.participants), 1 from request r
          where r.id_project = $1 and r.status < 1000 and not r.preflight and not r.draft and ${ofOpen}`,
  );
  return `(${figures.join(' union all ')}) f (department_id, status, hand, open)`;
}
