import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body of so many announced bytes is read to its end, and the connection stays. */
const smallBytes = 65_536;
/** How much of a larger one is read, so that its caller reaches the answer. */
const lingerBytes = 1_048_576;
const lingerMs = 2_000;

/**
 * Whether a call that is answered now has so much of its body still to come that its connection has to close: the next call would begin
 * behind an unread body.
 */
export function leavesBody(req: IncomingMessage): boolean {
  if (req.complete) return false;
  // `headers` may have been replaced by those for another service.
  const { 'content-length': [length] = [], 'transfer-encoding': encoding, expect } = req.headersDistinct;
  if (encoding === undefined) return length !== undefined && (expect !== undefined || Number(length) > smallBytes);
  return true;
}

/**
 * Ends an answer, whatever has come of the body of its call. The head may have been written before; then it says `Connection: close` where
 * `leavesBody` is true.
 */
export function endAnswer(res: ServerResponse, text?: string | Buffer): void {
  const { req } = res;
  if (res.destroyed) return;
  if (!leavesBody(req)) {
    res.end(text);
    // Node discards a body that was never read, but not the rest of a half-read one.
    if (!req.complete) req.resume();
    return;
  }
  res.shouldKeepAlive = false;
  if (text === undefined) res.flushHeaders();
  else res.write(text);
  linger(req, res);
}

/**
 * Lingering close: a connection that ends while its caller still writes is reset, and the caller may never see the answer. So some more is
 * read, without keeping it, and the end waits for the body's end, for a while.
 */
function linger(req: IncomingMessage, res: ServerResponse): void {
  const end = () => void res.end();
  const timer = setTimeout(end, lingerMs);
  res.once('close', () => clearTimeout(timer));
  req.once('end', end);
  req.unpipe();
  discardBody(req, lingerBytes);
}

/** Reads what comes of a body without keeping it, up to about `maxBytes`: after that the caller has to wait. */
export function discardBody(req: IncomingMessage, maxBytes: number): void {
  let left = maxBytes;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left <= 0) req.pause();
  });
  req.resume();
}
