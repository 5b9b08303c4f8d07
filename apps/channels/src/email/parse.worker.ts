import type { ParserJob } from './mail-parser.ts';
import { readAttachments, readHtml, readMail } from './read-mail.ts';
import { serveJobs } from './serve-jobs.ts';

serveJobs(work);

async function work(job: ParserJob): Promise<unknown> {
  const bytes = Buffer.from(job.bytes);
  if (job.kind === 'read') return readMail(bytes);
  if (job.kind === 'attachments') return readAttachments(bytes);
  // Loaded where HTML is shown alone.
  const { safeHtml } = await import('../html/safe-html.ts');
  const html = await readHtml(bytes);
  return html === null ? null : safeHtml(html, job.options);
}
