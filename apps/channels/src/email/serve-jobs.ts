import { parentPort } from 'node:worker_threads';

/** What a thread answers to a job. */
export type Answer<Result> = { result: Result } | { failure: string };

/** Answers the jobs of a `WorkerThread`, in its thread: one at a time, the next is posted when this one is answered. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  parentPort?.on('message', async (job: Job) => {
    try {
      parentPort?.postMessage({ result: await work(job) } satisfies Answer<Result>);
    } catch (error) {
      parentPort?.postMessage({ failure: error instanceof Error ? error.name : 'Error' } satisfies Answer<Result>);
    }
  });
  // Its program and libraries are loaded.
  parentPort?.postMessage('ready');
}
