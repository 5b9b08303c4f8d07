import { parentPort } from 'node:worker_threads';

/** Tries patterns that people have written. One that goes on for too long is ended from outside, with the thread. */
parentPort?.on('message', ({ pattern, text }: { pattern: string; text: string }) => {
  // The time counts from here: a thread may wait for a processor.
  parentPort?.postMessage('begun');
  parentPort?.postMessage(fits(pattern, text));
});
parentPort?.postMessage('ready');

/** A pattern may stand between slashes, with flags. One that is none keeps nobody from going on. */
function fits(pattern: string, text: string): boolean {
  const [, body = pattern, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? [];
  try {
    return new RegExp(body, flags.replace(/[^imsu]/g, '')).test(text);
  } catch {
    return true;
  }
}
