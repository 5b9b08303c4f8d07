import { parentPort } from 'node:worker_threads';

/** Matches patterns written by customers. On timeout the main thread terminates this one. */
parentPort?.on('message', ({ pattern, text }: { pattern: string; text: string }) => {
  // The timeout starts here, since a thread may wait for a processor.
  parentPort?.postMessage('begun');
  parentPort?.postMessage(fits(pattern, text));
});
parentPort?.postMessage('ready');

/** A pattern may be written between slashes, with flags. An invalid pattern accepts every text. */
function fits(pattern: string, text: string): boolean {
  const [, body = pattern, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? [];
  try {
    return new RegExp(body, flags.replace(/[^imsu]/g, '')).test(text);
  } catch {
    return true;
  }
}
