import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  Agent as PlainAgent,
  request as plainRequest,
} from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import type { WebTarget } from './target.ts';

/** Why a call brought no answer, or not the wanted one. Source: contract 50 section 8. */
type OutboundFailure = 'timeout' | 'connect' | 'dns' | 'tls' | 'url_not_allowed' | 'status' | 'too_large';

/** What is sent. */
export interface OutboundRequest {
  body: string | Uint8Array;
  headers: Readonly<Record<string, string>>;
  limits: OutboundLimits;
}

/** What a call may cost. */
interface OutboundLimits {
  /** To the connection; default 5 s. */
  connectMs?: number;
  /** To the end of the answer's headers; default: `totalMs`. */
  headersMs?: number;
  /** To the end of the answer, looking up the name included. */
  totalMs: number;
  /** Of the answer, counted after decompression. */
  bodyBytes: number;
}

/** The outcome of a call. */
export interface OutboundAnswer {
  /** `ok`: any 2xx, read whole. */
  outcome: 'ok' | OutboundFailure;
  /** As soon as there is one, whatever the outcome. */
  status?: number;
  headers: IncomingHttpHeaders;
  /** Decompressed; as far as it was read. */
  body: Buffer;
  durationMs: number;
}

const headerBytes = 16_384;
const connectMsByDefault = 5_000;

// Their own agents: those of Node itself may take a proxy from the environment. Not kept alive, because a connection
// belongs to the address that was checked for one call.
const plainAgent = new PlainAgent({ keepAlive: false });
const secureAgent = new Agent({ keepAlive: false });

/** Method, clock and trust of a call. */
interface Wiring {
  method?: 'GET' | 'POST';
  /** When its time began. */
  startedAt: number;
  ca?: readonly string[] | undefined;
}

/** Calls one of `addresses`, which the caller has checked, and to no other; follows no redirects. Never rejects. */
export function sendPinned(
  target: WebTarget,
  addresses: readonly string[],
  request: OutboundRequest,
  { method = 'POST', startedAt, ca }: Wiring,
): Promise<OutboundAnswer> {
  const { limits } = request;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const timers: NodeJS.Timeout[] = [];
    let answer: IncomingMessage | undefined;
    let content: Readable | undefined;
    const call = open(target, addresses, request, { method, ca });
    const stage = stageOf(call, target);
    const end = (outcome: OutboundAnswer['outcome']): void => {
      for (const timer of timers) clearTimeout(timer);
      const { statusCode: status, headers = {} } = answer ?? {};
      const body = Buffer.concat(chunks).subarray(0, limits.bodyBytes);
      const durationMs = Date.now() - startedAt;
      resolve({ outcome, ...(status !== undefined && { status }), headers, body, durationMs });
      // What is still being decompressed goes no further.
      content?.destroy();
      call.destroy();
    };
    const within = (ms: number, isDone: () => boolean): void => {
      const left = Math.max(0, ms - (Date.now() - startedAt));
      timers.push(setTimeout(() => isDone() || end('timeout'), left));
    };
    within(limits.connectMs ?? connectMsByDefault, () => stage() !== 'connect');
    within(limits.headersMs ?? limits.totalMs, () => answer !== undefined);
    within(limits.totalMs, () => false);

    call.on('error', (error) => end(failureOf(error, stage())));
    call.on('response', (response) => {
      answer = response;
      content = decoded(response, () => end('connect'));
      let size = 0;
      content.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > limits.bodyBytes) end('too_large');
      });
      content.on('end', () => end(isSuccess(response) ? 'ok' : 'status'));
    });
    call.end(method === 'GET' ? undefined : request.body);
  });
}

function open(
  { url, host, port, isAddress }: WebTarget,
  addresses: readonly string[],
  { body, headers }: OutboundRequest,
  { method, ca }: { method: 'GET' | 'POST'; ca: readonly string[] | undefined },
): ClientRequest {
  const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options = {
    ...{ method, host, port, path: url.pathname + url.search },
    headers: { ...headers, host: url.host, 'accept-encoding': 'gzip, deflate, br', ...length },
    ...{ lookup: pinnedTo(addresses), maxHeaderSize: headerBytes, autoSelectFamilyAttemptTimeout: 1_000 },
  };
  if (url.protocol === 'http:') return plainRequest({ ...options, agent: plainAgent });
  const trust = { rejectUnauthorized: true, servername: isAddress ? '' : host, ...(ca && { ca: [...ca] }) };
  return secureRequest({ ...options, ...trust, agent: secureAgent });
}

type Stage = 'connect' | 'tls' | 'http';

/** How far the call is: what goes wrong is called after it. */
function stageOf(call: ClientRequest, { url }: WebTarget): () => Stage {
  let stage: Stage = 'connect';
  call.on('socket', (socket) => {
    socket.on('connect', () => {
      stage = url.protocol === 'http:' ? 'http' : 'tls';
    });
    socket.on('secureConnect', () => {
      stage = 'http';
    });
  });
  return () => stage;
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** Pins the connection to the addresses that were checked: no second look-up of the name. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, done) => {
    const [first = { address: '', family: 0 }] = pinned;
    if (all) done(null, pinned);
    else done(null, first.address, first.family);
  };
}

function failureOf(error: Error, stage: Stage): OutboundFailure {
  if ('code' in error && error.code === 'HPE_HEADER_OVERFLOW') return 'too_large';
  return stage === 'tls' ? 'tls' : 'connect';
}

/** The content as it was before it was compressed, one layer deep; a fault of any stage ends in `fail`. */
function decoded(response: IncomingMessage, fail: () => void): Readable {
  response.on('error', fail);
  const { 'content-encoding': encoding, 'content-length': length } = response.headers;
  // Nothing at all is no compressed text.
  if (response.statusCode === 204 || length === '0') return response;
  const decoder = decoderOf(encoding?.trim().toLowerCase());
  if (decoder === undefined) return response;
  decoder.on('error', fail);
  return response.pipe(decoder);
}

function decoderOf(encoding: string | undefined) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  return undefined;
}
