import type { EventEnvelope, ServiceName } from '@parley/contracts';

import { exponentialBackoff, pause } from '../concurrency/index.ts';
import type { Database } from '../database/database.ts';
import { shardOf } from '../outbox/envelope.ts';
import { enqueueTask } from './task.ts';
import {
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

/** Whose events become the tasks of a kind, and who handles them here. Their partition key is the project. */
export interface TaskOrigin {
  publisher: ServiceName;
  consumer: string;
}

/**
 * A worker of tasks that are done one after the other within a project and kind, in the order of their events, and that may be long:
 * a handler does a part at a time. It never gives up.
 * @param origins by kind: replicas handle events side by side, so tasks of these kinds begin when the consumer has passed their event, and
 * with it all before it
 */
export function orderedTaskWorker(
  { db, log }: Pick<TaskWorkerOptions, 'db' | 'log'>,
  handlers: Readonly<Record<string, TaskHandler>>,
  origins: Readonly<Record<string, TaskOrigin>> = {},
): TaskWorker {
  const inTurn = Object.entries(handlers).map(([kind, handler]): [string, TaskHandler] => [
    kind,
    async (task, signal) => {
      const { projectId, id } = task;
      const origin = origins[kind];
      const sequence = origin && id.slice(kind.length + 1);
      const passed = [origin?.consumer, origin?.publisher, shardOf(projectId) + 1, sequence];
      const before = await db.query(preceding, [projectId, `${kind}:`, id, ...passed]);
      return before.length > 0 ? new TaskContinuation(task.payload as object, waitMs) : handler(task, signal);
    },
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

// One statement: who sees that the cursor has passed an event sees the tasks of those before it. Without a time it has never been to the end of
// the outbox, as in the first seconds of an installation.
const preceding = {
  name: 'task_preceding',
  text: `(select 1 from task where id_project = $1 and id >= $2 and id < $3 and done_at is null limit 1)
    union all
    select 1 from event_cursor where consumer = $4 and publisher = $5 and as_of is not null
      and seqs[$6] < $7::bigint`,
};

const waiting = {
  name: 'task_waiting',
  text: 'select 1 from task where kind = any($1) and done_at is null and last_error is null limit 1',
};
