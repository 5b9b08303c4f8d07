import type { RequestListener, Server, ServerResponse } from 'node:http';

import { boundPipelining } from './pipelining.ts';

/** Hands the calls of a server to `handle`, a few of each connection at once. */
export function handleCalls(server: Server, handle: RequestListener): void {
  const bounded = boundPipelining(handle);
  server.on('request', bounded);
  // A caller that waits before it sends its body (`Expect: 100-continue`) is asked for it when something reads it: a refusal comes first.
  server.on('checkContinue', (req, res) => {
    req.once('resume', () => {
      if (!res.headersSent) res.writeContinue();
    });
    bounded(req, res);
  });
}

/** Calls `listener` when the connection of an answer goes or its end is sent; at once where that has happened while something else was awaited. */
export function onceClosed(res: ServerResponse, listener: () => void): void {
  if (res.destroyed) listener();
  else res.once('close', listener);
}
