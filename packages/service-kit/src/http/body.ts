import type { IncomingMessage } from 'node:http';

import { commonErrors } from '@parley/contracts';

/** The caller hung up before its body was whole: there is nobody to answer. */
export class CallerGone extends Error {
  constructor() {
    super('the caller hung up');
    this.name = 'CallerGone';
  }
}

/** Largest JSON body where an endpoint states none, in bytes. Source: contract 00 section 4. */
export const defaultBodyLimit = 500_000;

const nothing = Buffer.alloc(0);

/**
 * The whole body, never more of it than `limit` in memory.
 * @throws commonErrors.body_too_large as soon as the limit is passed
 */
export function readBody(req: IncomingMessage, limit: number): Buffer | Promise<Buffer> {
  const announced = req.headers['content-length'];
  if (announced === undefined && req.headers['transfer-encoding'] === undefined) return nothing;
  if (Number(announced) > limit) throw tooLarge(limit);

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        req.off('data', onData);
        reject(tooLarge(limit));
      } else chunks.push(chunk);
    };
    req.on('data', onData);
    req.on('end', () => resolve(chunks.length === 1 ? (chunks[0] ?? nothing) : Buffer.concat(chunks, size)));
    req.on('error', () => reject(new CallerGone()));
    req.on('close', () => {
      if (!req.complete) reject(new CallerGone());
    });
  });
}

function tooLarge(limit: number) {
  return commonErrors.body_too_large({ limit });
}
