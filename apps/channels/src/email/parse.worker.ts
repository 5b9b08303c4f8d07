import { parentPort } from 'node:worker_threads';

import { readMail } from './read-mail.ts';

/** One mail at a time: the next is posted when this one is answered. */
parentPort?.on('message', async (bytes: Uint8Array) => {
  try {
    parentPort?.postMessage({ mail: await readMail(Buffer.from(bytes)) });
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.name : 'Error' });
  }
});
