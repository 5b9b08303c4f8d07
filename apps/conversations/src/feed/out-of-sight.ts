import { candidatesOf, type TeamScope } from '../access/visibility.ts';
import type { Context } from '../context.ts';
import { noted } from './feed-row.ts';

/** Records in the feed who lost access to which departments' requests, in the transaction that changed the read models. */
export async function noteOutOfSight(context: Context, projectId: string, before: TeamScope): Promise<void> {
  const now = await context.feedRepository.scope(projectId);
  const lost = before.departments
    .map(({ id }) => ({ id, users: lostBy(candidatesOf(before, id), candidatesOf(now, id)) }))
    .filter(({ users }) => users === null || users.length > 0);
  for (const { id, users } of lost) {
    await context.feedRepository.note(projectId, noted.lostAccess, { departments: [id], users });
  }
}

/** Former candidates that are none any more; `null`: all but the present ones. `null` as an argument means all of them. */
function lostBy(before: readonly string[] | null, now: readonly string[] | null): string[] | null {
  if (now === null) return [];
  return before === null ? null : before.filter((user) => !now.includes(user));
}
