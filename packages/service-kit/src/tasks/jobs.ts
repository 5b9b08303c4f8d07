import { runInCall } from '../call/call.ts';
import { newId } from '../call/ids.ts';
import type { LeasedWork, LeaseKeeper } from '../database/lease.ts';
import { type Logger, logHandled, outcomeOf } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';

/** Periodic work of a service. */
export interface Job<Context> {
  /** The word in logs, spans and metrics; unique within the service. */
  name: string;
  everyMs: number;
  /** @param over when it is to end early: the process stops, or another replica runs the job now */
  run(context: Context, over: AbortSignal): Promise<void>;
  /** Whether the process, as it is configured, has any use for it. Absent: always. */
  isNeeded?(context: Context): boolean;
}

/**
 * A job under a database lease: one replica at a time runs it, and another takes over within 20 s when that one dies.
 * A replica's first round begins as soon as it holds the lease, the next ones `everyMs` after the last one ended. A failed round
 * is logged and tried again with the next, so a round may be repeated at any point.
 */
export function every<Context>(
  name: string,
  everyMs: number,
  run: Job<Context>['run'],
  isNeeded?: Job<Context>['isNeeded'],
): Job<Context> {
  return { name, everyMs, run, ...(isNeeded && { isNeeded }) };
}

export interface JobsOptions<Context> {
  jobs: readonly Job<Context>[];
  context: Context;
  /** Absent in services without data: every replica runs its jobs. */
  leases?: LeaseKeeper;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
}

/** The running jobs of a service. */
export interface Jobs {
  /** Runs a round of this job now, whether or not this replica holds its lease. @throws what the job throws */
  run(name: string): Promise<void>;
  /** Resolves when no job runs. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the timers of all jobs that are needed. */
export function startJobs<Context>(options: JobsOptions<Context>): Jobs {
  const needed = options.jobs.filter((job) => job.isNeeded?.(options.context) ?? true);
  const scheduled = needed.map((job) => new ScheduledJob(job, options));
  const { leases } = options;
  if (leases) leases.add(scheduled);
  else for (const job of scheduled) job.hold(Number.POSITIVE_INFINITY);

  return {
    async run(name) {
      const job = scheduled.find((candidate) => candidate.job.name === name);
      if (job === undefined) throw new Error(`there is no job ${name}`);
      await job.runNow();
    },
    async idle() {
      await Promise.all(scheduled.map((job) => job.idle()));
    },
    async stop() {
      await Promise.all(scheduled.map((job) => job.stop()));
      await leases?.release(scheduled);
    },
  };
}

/** The timer of one job: at most one round at a time, and none without the lease. */
class ScheduledJob<Context> implements LeasedWork {
  readonly name: string;
  readonly job: Job<Context>;
  readonly #options: JobsOptions<Context>;
  #running: Promise<void> | undefined;
  #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #heldUntil = 0;
  /** When this replica's last round ended, by `performance.now()`. */
  #endedAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(job: Job<Context>, options: JobsOptions<Context>) {
    this.name = `job/${job.name}`;
    this.job = job;
    this.#options = options;
  }

  /** Starts the timer if it is stopped. A lease that lapsed for a moment is no reason for an early round. */
  hold(until: number): void {
    const now = performance.now();
    const held = now < this.#heldUntil;
    this.#heldUntil = until;
    if (held || this.#running !== undefined || this.#stopped) return;
    this.#schedule(Math.max(0, this.#endedAt + this.job.everyMs - now));
  }

  lose(): void {
    if (this.#heldUntil === 0) return;
    this.#heldUntil = 0;
    this.#over.abort();
  }

  /** If a round is running already, another one follows it: the caller wants the current state. */
  async runNow(): Promise<void> {
    await this.idle();
    await this.#round();
  }

  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running.catch(() => {});
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#over.abort();
    await this.idle();
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#stopped || performance.now() >= this.#heldUntil) return;
      const again = () => {
        if (!this.#stopped) this.#schedule(this.job.everyMs);
      };
      if (this.#running === undefined) this.#round().then(again, again);
      else again();
    }, delayMs);
    this.#timer.unref();
  }

  #round(): Promise<void> {
    this.#over = new AbortController();
    const running = this.#perform().finally(() => {
      this.#running = undefined;
      this.#endedAt = performance.now();
    });
    this.#running = running;
    return running;
  }

  async #perform(): Promise<void> {
    const { context, log, metrics, tracing } = this.#options;
    const operation = this.job.name;
    const began = performance.now();
    const requestId = newId();
    const span = tracing.start(operation, 'internal');
    let failure: unknown;
    try {
      const call = { requestId, operation, traceparent: span.traceparent };
      await runInCall(call, () => this.job.run(context, this.#over.signal));
    } catch (error) {
      failure = error;
      span.fail(error);
      throw error;
    } finally {
      span.end();
      const durationMs = Math.round(performance.now() - began);
      const line = { transport: 'job' as const, operation, outcome: 'ok' as const, durationMs, requestId };
      const judged = failure === undefined ? line : { ...line, ...outcomeOf(failure), outcome: 'failed' as const };
      metrics.handled(judged);
      // A job that looks for work every second says so only when something went wrong.
      if (failure !== undefined) logHandled(log, { ...judged, error: failure });
    }
  }
}
