import type { HtmlOptions } from '../html/safe-html.ts';
import type { VerifyOptions } from '../verify/verify-mail.ts';
import { WorkerThread } from './worker-thread.ts';

/** What the thread is asked for. */
export type MailJob =
  | { kind: 'read' }
  | { kind: 'html'; options: HtmlOptions }
  | { kind: 'attachments'; wanted: ReadonlyMap<string, number> }
  | { kind: 'verify'; options: VerifyOptions };

export type MailThread = WorkerThread<MailJob, unknown>;

interface Options {
  /** For one job. */
  timeoutMs: number;
  /** Name servers; none: those of the system. */
  servers: readonly string[];
}

/** The thread in which mails are parsed and verified: one for both, since each thread has libraries of its own in memory. */
export function mailThread({ timeoutMs, servers }: Options): MailThread {
  return new WorkerThread(new URL('./mail.worker.ts', import.meta.url), { timeoutMs, data: servers });
}
