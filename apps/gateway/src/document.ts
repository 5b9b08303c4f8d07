import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { Request } from 'express';

import { answerText } from './answer.ts';

interface Encoded {
  bytes: Buffer;
  etag: string;
}

/** A text that is the same for all callers, encoded once: all answers share the bytes. */
export interface Document {
  headers: Record<string, string>;
  plain: Encoded;
  /** Absent where it would be no smaller. */
  gzip?: Encoded;
}

const compress = promisify(gzip);

/** @param headers of every answer: its type, how long it may be kept */
export async function encodeDocument(body: string | Buffer, headers: Record<string, string>): Promise<Document> {
  const bytes = Buffer.from(body);
  const smaller = await compress(bytes, { level: 9 });
  return {
    headers,
    plain: encoded(bytes),
    ...(smaller.length < bytes.length && { gzip: encoded(smaller) }),
  };
}

function encoded(bytes: Buffer): Encoded {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
}

/**
 * Answers with the document, or with 304 when the caller has it already. Nothing is copied or encoded here, so that pipelined calls cost a
 * reference each while they wait for the answers before them to drain.
 */
export function answerDocument(req: Request, res: ServerResponse, document: Document): void {
  const compressed = req.acceptsEncodings('gzip', 'identity') === 'gzip' ? document.gzip : undefined;
  const { bytes, etag } = compressed ?? document.plain;
  for (const [name, value] of Object.entries(document.headers)) res.setHeader(name, value);
  res.setHeader('vary', 'Accept-Encoding');
  res.setHeader('etag', etag);
  if (req.fresh) {
    res.removeHeader('content-type');
    res.statusCode = 304;
    res.end();
    return;
  }
  if (compressed) res.setHeader('content-encoding', 'gzip');
  answerText(res, bytes);
}
