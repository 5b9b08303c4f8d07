import { parentPort } from 'node:worker_threads';

import type { ParserJob } from './mail-parser.ts';
import { readAttachments, readHtml, readMail } from './read-mail.ts';

/** One mail at a time: the next is posted when this one is answered. */
parentPort?.on('message', async (job: ParserJob) => {
  try {
    parentPort?.postMessage({ result: await work(job) });
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.name : 'Error' });
  }
});

async function work(job: ParserJob): Promise<unknown> {
  const bytes = Buffer.from(job.bytes);
  if (job.kind === 'read') return readMail(bytes);
  if (job.kind === 'attachments') return readAttachments(bytes);
  // Loaded where HTML is shown alone.
  const { safeHtml } = await import('../html/safe-html.ts');
  const html = await readHtml(bytes);
  return html === null ? null : safeHtml(html, job.options);
}
