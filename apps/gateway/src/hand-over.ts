import type { IncomingMessage, ServerResponse } from 'node:http';

import { type CallListener, leavesBody } from '@parley/service-kit/http';

import { challengeFor } from './challenge.ts';
import { callOf, type GatewayCall } from './gateway-call.ts';

export interface HandOverOptions {
  /** Longest time without a byte in either direction, in ms. */
  silenceMs: number;
  /** Called when a service has answered a call, before anything of the answer is released. */
  onAnswer(req: IncomingMessage, call: GatewayCall, status: number): void;
  /** While true, answers tell their connections to close. */
  isDraining(): boolean;
}

/**
 * Hands a call to a service of this process, which reads the caller's own request and writes the caller's own answer: streams, early answers and
 * disconnects need no proxying.
 * @param onSilence called when nothing has moved in either direction for `silenceMs`
 */
export function handOver(
  service: CallListener,
  { onAnswer, isDraining, silenceMs }: HandOverOptions,
  { req, res, onSilence }: { req: IncomingMessage; res: ServerResponse; onSilence(): void },
): void {
  const call = callOf(req);
  const { writeHead } = res;
  // `write` and `end` call it as well.
  res.writeHead = ((...head: Parameters<typeof writeHead>) => {
    res.writeHead = writeHead;
    onAnswer(req, call, head[0]);
    if (head[0] === 401) res.setHeader('www-authenticate', challengeFor(call.headers));
    if (isDraining() || leavesBody(req) || req.httpVersion === '1.0') res.shouldKeepAlive = false;
    res.setHeader('connection', res.shouldKeepAlive ? 'keep-alive' : 'close');
    return writeHead.apply(res, head);
  }) as typeof writeHead;
  res.setTimeout(silenceMs, () => {
    res.writeHead = writeHead;
    onSilence();
  });
  void service(req, res).then(() => {
    // The service has finished, though the caller may still be sending.
    if (leavesBody(req)) call.slot?.release();
  });
}
