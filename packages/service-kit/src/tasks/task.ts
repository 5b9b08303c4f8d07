import { noProject } from '@parley/contracts';

import { CommitNotifications } from '../database/commit-notifications.ts';
import type { Database } from '../database/database.ts';

/** An effect outside the database, to be made after the transaction that asks for it. */
export interface NewTask {
  /** Absent: of no project. */
  projectId?: string;
  /** Stable: made from what caused the task, so that a cause handled twice asks once. */
  id: string;
  kind: string;
  /** JSON; forgotten when the task is done. */
  payload: object;
  /** Not before so long has passed; default at once. */
  dueInMs?: number;
}

/**
 * Writes tasks in the ambient transaction: they exist if and only if it commits. One whose id exists already is left as it is.
 * Source: contract 50 section 3.3.
 */
async function enqueueTasks(db: Database, tasks: readonly NewTask[]): Promise<void> {
  if (tasks.length === 0) return;
  await db.query(enqueue, [taskRecords(tasks)]);
  notifyTasksWritten(db);
}

/** Tasks as the parameter that `taskInsert` reads. */
export function taskRecords(tasks: readonly NewTask[]): string {
  const rows = tasks.map(({ projectId = noProject, id, kind, payload, dueInMs = 0 }) => ({
    id_project: projectId,
    id,
    kind,
    payload,
    due_in_ms: dueInMs,
  }));
  return JSON.stringify(rows);
}

/**
 * SQL that writes tasks, for a statement that makes its change and asks for the effect in one round trip. The call that runs it
 * calls `notifyTasksWritten` afterwards.
 * @param parameter place of `taskRecords(…)`, like `$3`
 * @param condition when they are written, like `exists (select from changed)`
 */
export function taskInsert(parameter: string, condition = 'true'): string {
  // Cut off, not rounded: a time rounded up is not yet due.
  return `insert into task (id_project, id, kind, payload, due_at)
    select id_project, id, kind, payload, date_trunc('milliseconds', now()) + due_in_ms * interval '1 ms'
    from jsonb_to_recordset(${parameter}::jsonb)
      as wanted(id_project text, id text, kind text, payload jsonb, due_in_ms float8)
    where ${condition} on conflict (id_project, id) do nothing`;
}

/** Wakes the workers of this process after the commit; otherwise tasks wait for the poll. */
export function notifyTasksWritten(db: Database): void {
  committedTasks.notify(db);
}

/** Writes one task in the ambient transaction, which it needs to be atomic with its cause. A task whose id exists is left unchanged. */
export async function enqueueTask(db: Database, task: NewTask): Promise<void> {
  await enqueueTasks(db, [task]);
}

const enqueue = { name: 'task_enqueue', text: taskInsert('$1') };

/** Commits of tasks, for the workers of this process. */
export const committedTasks = new CommitNotifications<void>();

/** Forgets tasks that were done a week ago, some at a time. */
export async function deleteOldTasks(db: Database): Promise<void> {
  await db.query(`delete from task where (id_project, id) in
    (select id_project, id from task where done_at < now() - interval '7 days' order by done_at limit 5000)`);
}

/**
 * Deletes tasks that are not done yet: those of a kind whose payload has these members, parked ones included.
 * A task that is running ends as usual.
 * @param until those that are newer stay; default: none
 * @returns how many
 */
export async function cancelTasks(
  db: Database,
  projectId: string,
  kind: string,
  payload: object,
  until?: Date,
): Promise<number> {
  const values = [projectId, kind, JSON.stringify(payload), until];
  return (await db.query(withdraw, values)).length;
}

const withdraw = {
  name: 'task_withdraw',
  text: `delete from task where id_project = $1 and kind = $2 and payload @> $3::jsonb and done_at is null
    and ($4::timestamptz is null or created_at <= $4) returning 1`,
};
