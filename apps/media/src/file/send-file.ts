import { pipeline } from 'node:stream/promises';

import { type Actor, avatarDigits, mediaErrors } from '@parley/contracts';
import type { RawCall } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { keyOf } from '../storage/storage.ts';
import type { FoundFile } from './file.repository.ts';
import { isWithin, type StoredFile } from './file.ts';
import { dispositionOf } from './file-name.ts';
import { readPath, thumbnailPrefix, unencodedPath } from './file-path.ts';
import { isStill, lengthHeaders, outsideHeaders, type Range, rangeOf } from './range.ts';
import { checkSignature, isPublic, mayReadPrivately, type Signature } from './read-rights.ts';

/** The parameters of a read. */
export interface Asked extends Signature {
  path: string;
  as_attachment?: boolean | undefined;
  /** The project in the URL; files of other projects are not found. */
  projectId?: string;
  onlyImages?: boolean;
  /** Of the address of an avatar. */
  v?: string | undefined;
}

/** The stored object to serve: the file or its thumbnail. */
interface Served {
  file: StoredFile;
  key: string;
  size: number;
  etag: string;
  name: string;
}

/** Headers of every answer, errors included: uploaded content must never execute. */
const always = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'content-disposition': 'attachment',
  'cache-control': 'no-store',
};

const attempts = 3;

/**
 * Serves a file: complete, in part, or as not modified.
 * @throws mediaErrors.file_not_found, private_file, link_expired, storage_unavailable
 */
export async function sendFile(
  context: Context,
  actor: Actor,
  { req, res }: RawCall,
  asked: Asked,
): Promise<undefined> {
  for (const [name, value] of Object.entries(always)) res.setHeader(name, value);
  const path = readPath(unencodedPath(req.url ?? '') ?? asked.path);
  // Retried because a photo may be replaced between the lookup of its row and the read of its bytes.
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const found = path === undefined ? undefined : await context.files.find(path);
    if (!path || !found || !isAsked(found, asked)) throw mediaErrors.file_not_found();

    const maxAge = await authorise(context, actor, found, path, asked);
    const served = servedOf(found);
    const { range, isUnchanged, isOutside } = conditionsOf(req.headers, served);
    const headers = headersOf(served, asked, maxAge);
    if (isUnchanged || isOutside || req.method === 'HEAD') {
      return answerWithout({ req, res }, headers, served, { range, isUnchanged, isOutside });
    }
    const bytes = await context.storage.get(served.key, range);
    if (bytes === undefined) continue;

    res.writeHead(range ? 206 : 200, { ...headers, ...lengthHeaders(served.size, range) });
    // A client that disconnects ends the read. A failing store ends the connection: a truncated answer must not look complete.
    await pipeline(bytes, res).catch((error: unknown) => {
      if (bytes.errored === error) context.log.warn({ err: error, fileId: found.file.id }, 'reading a file failed');
    });
    return undefined;
  }
  throw mediaErrors.storage_unavailable({}, new Error('a file has no bytes'));
}

function isAsked({ file }: FoundFile, { projectId, onlyImages }: Asked): boolean {
  return isWithin(file, projectId) && (!onlyImages || file.class === 'image');
}

/** @returns the maximum cache age in seconds, if it is less than usual */
async function authorise(
  context: Context,
  actor: Actor,
  found: FoundFile,
  path: string,
  asked: Asked,
): Promise<number | undefined> {
  if (isPublic(found)) return undefined;
  if (asked.signature !== undefined) {
    return Math.min(300, Math.floor(checkSignature(context, found, path, asked) / 1_000));
  }
  if (!(await mayReadPrivately(context, actor, found))) throw mediaErrors.private_file();
  return 300;
}

function servedOf({ file, part }: FoundFile): Served {
  const key = keyOf(file.objectKey, part);
  if (part === 'o' || !file.thumbnail) return { file, key, size: file.size, etag: `"${file.sha256}"`, name: file.name };
  const { size, sha256 } = file.thumbnail;
  return { file, key, size, etag: `"${sha256}"`, name: thumbnailPrefix + file.name };
}

type Headers = Record<string, string | string[] | undefined>;

interface Conditions {
  range?: Range | undefined;
  isUnchanged: boolean;
  isOutside: boolean;
}

/** Source: RFC 9110 section 13.2.2. */
function conditionsOf(headers: Headers, { file, size, etag }: Served): Conditions {
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
  const noneMatch = header('if-none-match');
  const since = header('if-modified-since');
  const isUnchanged =
    noneMatch === undefined
      ? since !== undefined && Math.floor(file.createdAt.getTime() / 1_000) * 1_000 <= Date.parse(since)
      : noneMatch.trim() === '*' || noneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const counts = isStill(header('if-range'), etag, file.createdAt);
  const range = counts && !isUnchanged ? rangeOf(header('range'), size) : 'whole';
  return { range: typeof range === 'object' ? range : undefined, isUnchanged, isOutside: range === 'outside' };
}

function headersOf(served: Served, { as_attachment, v }: Asked, maxAge: number | undefined) {
  const { file, etag, name } = served;
  const isInline = file.isInline && as_attachment !== true;
  return {
    'content-type': file.type,
    'content-disposition': dispositionOf(isInline ? 'inline' : 'attachment', name),
    'accept-ranges': 'bytes',
    etag,
    'last-modified': file.createdAt.toUTCString(),
    'cache-control': cachingOf(served, maxAge, v),
  };
}

function cachingOf({ file: { kind }, etag }: Served, maxAge: number | undefined, v: string | undefined): string {
  if (maxAge !== undefined) return `private, max-age=${maxAge}`;
  // The address names these very bytes.
  const isNamed = kind === 'photo' && v === etag.slice(1, 1 + avatarDigits);
  if (isNamed) return 'public, max-age=31536000, immutable';
  return kind === 'photo' ? 'public, max-age=300, must-revalidate' : 'private, max-age=86400, immutable';
}

function answerWithout(
  { res }: RawCall,
  headers: Record<string, string>,
  { size }: Served,
  { range, isUnchanged, isOutside }: Conditions,
): undefined {
  if (isUnchanged) res.writeHead(304, headers);
  else if (isOutside) {
    res.writeHead(416, { ...headers, ...outsideHeaders(size) });
  } else res.writeHead(range ? 206 : 200, { ...headers, ...lengthHeaders(size, range) });
  res.end();
  return undefined;
}
