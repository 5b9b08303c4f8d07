import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { currentCall } from '../call/call.ts';
import { gatewayHeaders } from './headers.ts';
import type { RawCall } from './implement.ts';

/**
 * Answers 200 with a text that is generated while it is sent. An error before the first piece becomes an ordinary refusal;
 * a later one breaks the connection, so that half a text does not look whole.
 */
export async function streamText(
  { req, res }: RawCall,
  headers: Record<string, string>,
  pieces: AsyncGenerator<string>,
): Promise<void> {
  const first = await pieces.next();
  res.writeHead(200, { ...headers, [gatewayHeaders.requestId]: currentCall().requestId });
  if (req.method === 'HEAD') {
    await pieces.return(undefined);
    res.end();
    return;
  }
  try {
    // Pieces may be large: one waits for the reader, not sixteen.
    await pipeline(Readable.from(withFirst(first, pieces), { highWaterMark: 1 }), res);
  } catch (error) {
    // The caller disconnected: no failure.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}

async function* withFirst(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
