import type { Logger } from 'pino';

import { newId } from '../call/ids.ts';
import { exponentialBackoff, jittered } from '../concurrency/timing.ts';
import { WorkLoop } from '../concurrency/work-loop.ts';
import type { Database } from '../database/database.ts';
import { committedTasks } from './task.ts';

/** A task that is due. */
export interface Task<Payload = unknown> {
  projectId: string;
  id: string;
  kind: string;
  payload: Payload;
  /** 1 for the first one. */
  attempt: number;
}

/**
 * Performs the effect, at least once: it may run again for the same task (after an error, or when the process died), so it must be
 * idempotent; the id is its dedupe key. The signal aborts when the time is up. What it throws fails the attempt. A handler that
 * resolves to a `TaskContinuation` has done a part; the task goes on from there.
 */
export type TaskHandler = (task: Task, signal: AbortSignal) => Promise<unknown>;

/** The rest of a long task, stored in its row: after a crash it resumes from there. Other tasks may run in between. */
export class TaskContinuation {
  readonly payload: object;
  /** Not before; default at once. */
  readonly inMs: number;

  constructor(payload: object, inMs = 0) {
    this.payload = payload;
    this.inMs = inMs;
  }
}

export interface TaskWorkerOptions {
  db: Database;
  log: Logger;
  /** By kind; tasks of other kinds are left to other workers. */
  handlers: Readonly<Record<string, TaskHandler>>;
  /** Tasks at once, default 4. */
  concurrency?: number;
  /** Time for one task; after it, another worker may take it. Default 60 s. */
  timeoutMs?: number;
  /** Poll interval while tasks run, default 1 s; tasks committed in this process need no poll. */
  pollMs?: number;
  /** Failures after which a task is parked and no longer retried; default 12, which is about 9 hours. */
  maxAttempts?: number;
  /** Wait after the n-th failure, before jitter; default doubles from 2 s to 2 h. */
  backoffMs?: (attempt: number) => number;
  /** For metrics. */
  observe?: (outcome: {
    kind: string;
    outcome: 'done' | 'continued' | 'failed' | 'parked';
    durationMs: number;
  }) => void;
}

/** A running worker. */
export interface TaskWorker {
  /** Resolves when no task is due or running. */
  idle(): Promise<void>;
  /** Takes no more; resolves when those running have ended. */
  stop(): Promise<void>;
}

/** Starts a worker that performs due tasks, round robin by project. Any number of replicas may run one; each task is claimed by one. */
export function taskWorker(options: TaskWorkerOptions): TaskWorker {
  return new Worker(options);
}

interface TaskRow {
  id_project: string;
  id: string;
  kind: string;
  payload: unknown;
  attempts: number;
}

class Worker implements TaskWorker {
  readonly #options: TaskWorkerOptions;
  readonly #kinds: string[];
  readonly #timeoutMs: number;
  readonly #holder = newId();
  readonly #unsubscribe: () => void;
  readonly #loop: WorkLoop<TaskRow>;

  constructor(options: TaskWorkerOptions) {
    this.#options = options;
    this.#kinds = Object.keys(options.handlers);
    this.#timeoutMs = options.timeoutMs ?? 60_000;
    const { db, log, concurrency = 4, pollMs = 1_000 } = options;
    this.#loop = new WorkLoop({
      ...{ name: 'tasks', log, concurrency, pollMs },
      take: (free) => this.#take(free),
      perform: (row) => this.#attempt(row),
      dueInMs: async () => {
        const [next] = await db.outside(() => db.query<{ ms: number | null }>(due, [this.#kinds]));
        return next?.ms ?? undefined;
      },
      describe: ({ kind }) => ({ kind }),
    });
    this.#unsubscribe = committedTasks.listen(db, () => this.#loop.wake());
  }

  idle(): Promise<void> {
    return this.#loop.idle();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#loop.stop();
  }

  async #take(free: number): Promise<TaskRow[] | undefined> {
    const values = [this.#kinds, this.#holder, this.#timeoutMs, free];
    const taken = await this.#options.db.query<TaskRow>(claim, values);
    return taken.length > 0 ? taken : undefined;
  }

  async #attempt(row: TaskRow): Promise<void> {
    const began = performance.now();
    const outcome = await this.#perform(row).then(
      (result) => (result instanceof TaskContinuation ? this.#continue(row, result) : this.#finish(row)),
      (error: unknown) => this.#fail(row, error),
    );
    this.#options.observe?.({ kind: row.kind, outcome, durationMs: performance.now() - began });
  }

  async #perform(row: TaskRow): Promise<unknown> {
    const handler = this.#options.handlers[row.kind];
    if (!handler) throw new Error(`There is no handler for tasks of kind ${row.kind}.`);
    const { id_project: projectId, id, kind, payload, attempts: attempt } = row;
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error(`The task took longer than ${this.#timeoutMs} ms.`)));
    });
    return Promise.race([handler({ projectId, id, kind, payload, attempt }, signal), late]);
  }

  async #finish(row: TaskRow): Promise<'done'> {
    await this.#options.db.query(finish, [row.id_project, row.id, this.#holder, row.attempts]);
    return 'done';
  }

  async #continue(row: TaskRow, { payload, inMs }: TaskContinuation): Promise<'continued'> {
    const values = [row.id_project, row.id, this.#holder, row.attempts, JSON.stringify(payload), inMs];
    await this.#options.db.query(proceed, values);
    this.#loop.wake();
    return 'continued';
  }

  async #fail(row: TaskRow, error: unknown): Promise<'failed' | 'parked'> {
    const { db, log, maxAttempts = 12, backoffMs = defaultBackoffMs } = this.#options;
    const parked = row.attempts >= maxAttempts;
    const { kind, attempts: attempt, id_project: projectId, id: taskId } = row;
    log.warn({ err: error, kind, attempt, projectId, taskId }, parked ? 'a task was parked' : 'a task failed');
    const text = String(error instanceof Error ? error.message : error).slice(0, 1_000);
    await db.query(fail, [projectId, taskId, this.#holder, attempt, jittered(backoffMs(attempt)), parked, text]);
    return parked ? 'parked' : 'failed';
  }
}

const defaultBackoffMs = exponentialBackoff(2_000, 7_200_000);

// A task that is taken is due again when its time is up, so the next worker finds it when this one dies.
const claim = {
  name: 'task_claim',
  text: `with oldest as (
      select id_project, id, due_at from task
      where kind = any($1) and done_at is null and parked_at is null and due_at <= clock_timestamp()
      order by due_at limit 500
    ), turns as (
      select id_project, id, due_at, row_number() over (partition by id_project order by due_at) as turn from oldest
    ), mine as (
      select task.id_project, task.id from task join turns using (id_project, id)
      where task.done_at is null and task.parked_at is null and task.due_at <= clock_timestamp()
      order by turns.turn, turns.due_at limit $4 for update of task skip locked
    )
    update task set holder = $2, due_at = clock_timestamp() + $3 * interval '1 ms', attempts = attempts + 1
    from mine where task.id_project = mine.id_project and task.id = mine.id
    returning task.id_project, task.id, task.kind, task.payload, task.attempts`,
};

const due = {
  name: 'task_due',
  text: `select extract(epoch from min(first.due_at) - clock_timestamp())::float * 1000 as ms
    from unnest($1::text[]) wanted(kind) cross join lateral (
      select due_at from task where kind = wanted.kind and done_at is null and parked_at is null order by due_at limit 1) first`,
};

// The payload is not kept: it may hold addresses and codes.
const finish = {
  name: 'task_finish',
  text: `update task set done_at = now(), payload = '{}', holder = null, last_error = null
    where id_project = $1 and id = $2 and holder = $3 and attempts = $4`,
};

const proceed = {
  name: 'task_proceed',
  text: `update task set payload = $5::jsonb, due_at = clock_timestamp() + $6 * interval '1 ms', holder = null, attempts = 0,
      last_error = null
    where id_project = $1 and id = $2 and holder = $3 and attempts = $4`,
};

const fail = {
  name: 'task_fail',
  text: `update task set due_at = clock_timestamp() + $5 * interval '1 ms', holder = null,
      parked_at = case when $6 then now() end, last_error = $7
    where id_project = $1 and id = $2 and holder = $3 and attempts = $4`,
};
