import type { EventEnvelope } from '@parley/contracts';

import { exponentialBackoff, pause } from '../concurrency/index.ts';
import type { Database } from '../database/database.ts';
import { enqueueTask } from './task.ts';
import {
  type Task,
  TaskContinuation,
  type TaskHandler,
  type TaskWorker,
  type TaskWorkerOptions,
  taskWorker,
} from './task-worker.ts';

const waitMs = 250;
const pollMs = 20;

/** Enqueues what follows from an event, to be done by an `orderedTaskWorker`. */
export function enqueueOrderedTask(
  db: Database,
  kind: string,
  { idproject: projectId, sequence }: Pick<EventEnvelope, 'idproject' | 'sequence'>,
  payload: object,
): Promise<void> {
  return enqueueTask(db, { projectId, id: `${kind}:${sequence}`, kind, payload });
}

/** Whether an event of a project was passed, and with it all before it: no task of those is still to come. See `eventsPassed`. */
type IsPassed = (projectId: string, sequence: string) => Promise<boolean>;

/**
 * A worker of tasks that are done one after the other within a project and kind, in the order of their events, and that may be long:
 * a handler does a part at a time. It never gives up.
 * @param passed by kind, for replicas handle events side by side: a task begins when its event was passed
 */
export function orderedTaskWorker(
  { db, log }: Pick<TaskWorkerOptions, 'db' | 'log'>,
  handlers: Readonly<Record<string, TaskHandler>>,
  passed: Readonly<Record<string, IsPassed>> = {},
): TaskWorker {
  const isInTurn = async ({ projectId, id }: Task, kind: string) => {
    // First: what is planned before the event was passed is seen below.
    if ((await passed[kind]?.(projectId, id.slice(kind.length + 1))) === false) return false;
    return (await db.query(preceding, [projectId, `${kind}:`, id])).length === 0;
  };
  const inTurn = Object.entries(handlers).map(([kind, handler]): [string, TaskHandler] => [
    kind,
    async (task, signal) =>
      (await isInTurn(task, kind)) ? handler(task, signal) : new TaskContinuation(task.payload as object, waitMs),
  ]);
  const worker = taskWorker({
    ...{ db, log, handlers: Object.fromEntries(inTurn) },
    concurrency: 2 * inTurn.length,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoffMs: exponentialBackoff(1_000, 300_000),
  });
  return {
    async idle() {
      await worker.idle();
      while ((await db.query(waiting, [Object.keys(handlers)])).length > 0) {
        await pause(pollMs);
        await worker.idle();
      }
    },
    stop: () => worker.stop(),
  };
}

const preceding = {
  name: 'task_preceding',
  text: `select 1 from task where id_project = $1 and id >= $2 and id < $3 and done_at is null limit 1`,
};

const waiting = {
  name: 'task_waiting',
  text: 'select 1 from task where kind = any($1) and done_at is null and last_error is null limit 1',
};
