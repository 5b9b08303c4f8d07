import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';

import { handleCalls } from '@parley/service-kit/http';

/** A call that the gateway makes for a caller, to itself. */
export interface OwnCall {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Of the caller: it counts and is judged as if the caller had called from there. */
  address: string;
  signal: AbortSignal;
}

export interface OwnAnswer {
  status: number;
  text: string;
  /** The answer is longer than the caller may read; `text` is empty. */
  isTooLong: boolean;
}

export const answerBytes = 256_000;
const timeoutMs = 60_000;

/**
 * Calls the gateway itself as a client would, over a connection within the process: authentication, rights, limits, logs and history are those of
 * any other call.
 */
export function ownCalls(handle: RequestListener): (call: OwnCall) => Promise<OwnAnswer> {
  const server = createServer();
  handleCalls(server, handle);
  return (call) =>
    new Promise((resolve, reject) => {
      const { method, url, body, headers, address } = call;
      const [near, far] = duplexPair();
      // What the outer call came over has been checked for TLS. The signal below ends a silent call.
      const socket = { remoteAddress: address, encrypted: true, setTimeout: () => far };
      server.emit('connection', Object.assign(far, socket));
      const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]);
      const req = request({
        ...{ method, path: url, signal, host: 'gateway' },
        createConnection: () => near as Duplex,
        headers: {
          ...headers,
          connection: 'close',
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
          }),
        },
      });
      req.once('error', reject);
      req.once('response', (res) => void read(res).then(resolve, reject));
      req.end(body);
    });
}

async function read(res: IncomingMessage): Promise<OwnAnswer> {
  const status = res.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of res as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the answer.
    if (size > answerBytes) return { status, text: '', isTooLong: true };
    chunks.push(chunk);
  }
  return { status, text: Buffer.concat(chunks).toString(), isTooLong: false };
}
