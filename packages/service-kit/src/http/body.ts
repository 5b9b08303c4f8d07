import type { IncomingMessage } from 'node:http';

import { AppError, commonErrors } from '@parley/contracts';

/** The caller disconnected before its body was complete: no answer can be sent. */
export class CallerGone extends Error {
  constructor() {
    super('the caller hung up');
    this.name = 'CallerGone';
  }
}

/** Largest JSON body where an endpoint states none, in bytes. Source: contract 00 section 4. */
export const defaultBodyLimit = 500_000;

export interface BodyOptions {
  /** Until the body is whole, in ms; default: as long as its server lets a call take. */
  timeoutMs?: number;
  /** Called with the size of each chunk in bytes; what it throws ends the reading. */
  onBytes?(count: number): void;
}

const nothing = Buffer.alloc(0);
/** Bodies that have been read: a service in the gateway's process is handed the same request, and its body is there no second time. */
const wholeBodies = new WeakMap<IncomingMessage, Buffer>();

/** Whether a body belongs to the call, as its head says. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && Number(length) > 0);
}

/**
 * The whole body, never more of it than `limit` in memory; of a request whose body was read before, the same one again.
 * @throws commonErrors.body_too_large at once when its announced length is over the limit, else as soon as the limit is passed
 * @throws commonErrors.body_timeout; CallerGone
 */
export function readBody(
  req: IncomingMessage,
  limit: number,
  { timeoutMs, onBytes }: BodyOptions = {},
): Buffer | Promise<Buffer> {
  if (!hasBody(req)) return nothing;
  if (Number(req.headers['content-length']) > limit) throw tooLarge(limit);
  const known = wholeBodies.get(req);
  if (known !== undefined) {
    if (known.length > limit) throw tooLarge(limit);
    return known;
  }
  // What was destroyed before says nothing more: neither its end nor that it is closed.
  if (req.destroyed) throw new CallerGone();

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: unknown) => {
      stop();
      req.pause();
      reject(error);
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => fail(commonErrors.body_timeout()), timeoutMs);
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return fail(tooLarge(limit));
      chunks.push(chunk);
      try {
        onBytes?.(chunk.length);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = () => {
      stop();
      const body = chunks.length === 1 ? (chunks[0] ?? nothing) : Buffer.concat(chunks, size);
      wholeBodies.set(req, body);
      resolve(body);
    };
    const onGone = () => fail(new CallerGone());
    const stop = () => {
      clearTimeout(timer);
      req.off('data', onData);
      req.off('end', onEnd);
      req.off('close', onGone);
    };
    req.on('data', onData);
    req.on('end', onEnd);
    req.on('error', onGone);
    req.on('close', onGone);
  });
}

/**
 * The body in chunks as they arrive, for one that is too large for memory. A reader that stops leaves the connection to the answer.
 * @throws commonErrors.body_too_large at once when its announced length is over the limit, else as soon as the limit is passed; CallerGone
 */
export async function* bodyChunks(req: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  if (!hasBody(req)) return;
  if (Number(req.headers['content-length']) > limit) throw tooLarge(limit);
  if (req.destroyed) throw new CallerGone();
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? error : new CallerGone();
  }
}

function tooLarge(limit: number) {
  return commonErrors.body_too_large({ limit });
}
