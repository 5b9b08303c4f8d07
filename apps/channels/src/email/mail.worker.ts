import { workerData } from 'node:worker_threads';

import type { mailVerification } from '../verify/verify-mail.ts';
import type { MailJob } from './mail-thread.ts';
import { readAttachments, readHtml, readMail } from './read-mail.ts';
import { type Conversation, serveJobs } from './serve-jobs.ts';

let verification: ReturnType<typeof mailVerification> | undefined;

serveJobs(work);

async function work(job: MailJob, { source, hand }: Conversation): Promise<unknown> {
  if (job.kind === 'read') return readMail(source);
  if (job.kind === 'attachments')
    return readAttachments(source, job.wanted, (part) => hand(part, [part.bytes.buffer as ArrayBuffer]));
  // Loaded by who needs them alone.
  if (job.kind === 'verify') {
    verification ??= (await import('../verify/verify-mail.ts')).mailVerification(workerData as readonly string[]);
    return verification(source, job.options);
  }
  const { safeHtml } = await import('../html/safe-html.ts');
  const html = await readHtml(source);
  return html === null ? null : safeHtml(html, job.options);
}
