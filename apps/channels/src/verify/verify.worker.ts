import { parentPort, workerData } from 'node:worker_threads';

import type { VerifyJob } from './mail-verifier.ts';
import { mailVerification } from './verify-mail.ts';

const verify = mailVerification(workerData as readonly string[]);

/** One mail at a time: the next is posted when this one is answered. */
parentPort?.on('message', async ({ bytes, options }: VerifyJob) => {
  try {
    parentPort?.postMessage({ result: await verify(Buffer.from(bytes), options) });
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.name : 'Error' });
  }
});
