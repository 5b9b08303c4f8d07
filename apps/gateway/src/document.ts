import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { Request } from 'express';

import { answerText } from './answer.ts';
import type { BuiltFile } from './build.ts';

interface Encoded {
  bytes: Buffer;
  etag: string;
}

/** A text that is the same for all callers, encoded once: all answers share the bytes. */
export interface Document {
  headers: Record<string, string>;
  plain: Encoded;
  /** Absent if it would not be smaller. */
  gzip?: Encoded;
  br?: Encoded;
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

/** A file of a build, as its build has encoded it. */
export function builtDocument({ type, plain, gzip, br }: BuiltFile, headers: Record<string, string>): Document {
  return {
    headers: { ...headers, 'content-type': type },
    plain: encoded(plain),
    gzip: gzip && encoded(gzip),
    br: br && encoded(br),
  };
}

function encoded(bytes: Buffer): Encoded {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
}

/**
 * Answers with the document, or with 304 if the caller already has it. Nothing is copied or encoded here, so that pipelined calls cost a
 * reference each while they wait for the answers before them to drain.
 */
export function answerDocument(req: Request, res: ServerResponse, document: Document): void {
  const encoding = encodingOf(req, document);
  const { bytes, etag } = (encoding && document[encoding]) ?? document.plain;
  for (const [name, value] of Object.entries(document.headers)) res.setHeader(name, value);
  res.setHeader('vary', 'Accept-Encoding');
  res.setHeader('etag', etag);
  if (req.fresh) {
    res.removeHeader('content-type');
    res.statusCode = 304;
    res.end();
    return;
  }
  if (encoding !== undefined) res.setHeader('content-encoding', encoding);
  answerText(res, bytes);
}

/** The smallest form that the caller takes, whichever it names first; undefined: plain. */
function encodingOf(req: Request, document: Document): 'br' | 'gzip' | undefined {
  return (['br', 'gzip'] as const).find(
    (encoding) => document[encoding] !== undefined && req.acceptsEncodings(encoding) === encoding,
  );
}
