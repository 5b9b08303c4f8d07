import type { EventEnvelope } from '@parley/contracts';

import { exponentialBackoff } from '../concurrency/index.ts';
import type { Database } from '../database/database.ts';
import { enqueueTask } from './task.ts';
import {
  TaskContinuation,
  type TaskHandler,
  type TaskWorker,
  type TaskWorkerOptions,
  taskWorker,
} from './task-worker.ts';

const waitMs = 250;

/** Enqueues what follows from an event, to be done by an `orderedTaskWorker`. */
export function enqueueOrderedTask(
  db: Database,
  kind: string,
  { idproject: projectId, sequence }: Pick<EventEnvelope, 'idproject' | 'sequence'>,
  payload: object,
): Promise<void> {
  return enqueueTask(db, { projectId, id: `${kind}:${sequence}`, kind, payload });
}

/**
 * A worker of tasks that are done one after the other within a project and kind, in the order of their events, and that may be long:
 * a handler does a part at a time. It never gives up.
 */
export function orderedTaskWorker(
  options: Pick<TaskWorkerOptions, 'db' | 'log'>,
  handlers: Readonly<Record<string, TaskHandler>>,
): TaskWorker {
  const inTurn = Object.entries(handlers).map(([kind, handler]): [string, TaskHandler] => [
    kind,
    async (task, signal) => {
      const before = await options.db.query(preceding, [task.projectId, `${kind}:`, task.id]);
      return before.length > 0 ? new TaskContinuation(task.payload as object, waitMs) : handler(task, signal);
    },
  ]);
  return taskWorker({
    ...options,
    handlers: Object.fromEntries(inTurn),
    concurrency: 2 * inTurn.length,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoffMs: exponentialBackoff(1_000, 300_000),
  });
}

const preceding = {
  name: 'task_preceding',
  text: `select 1 from task where id_project = $1 and id >= $2 and id < $3 and done_at is null limit 1`,
};
