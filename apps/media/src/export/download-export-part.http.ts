import { pipeline } from 'node:stream/promises';

import { type exportApi, exportErrors, mediaErrors } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { isStill, lengthHeaders, outsideHeaders, rangeOf } from '../file/range.ts';
import { isSigned } from '../file/signature.ts';
import { keyOf } from '../storage/storage.ts';
import { pathOfPart } from './part-path.ts';

type DownloadExportPart = RawOperation<typeof exportApi.downloadExportPart, Context>;

/** Its signature alone opens a part: browsers send no credentials with a download. */
export const downloadExportPart: DownloadExportPart = async (context, _actor, input, { req, res }) => {
  const { id_project: projectId, export: id, part: name } = input;
  res.setHeader('cache-control', 'no-store');
  checkSignature(context, { path: pathOfPart(projectId, id, name), projectId }, input);
  const { objectKey, size, sha256 } = await context.exports.part(projectId, id, name);

  const etag = `"${sha256}"`;
  const { range: header, 'if-range': ifRange } = req.headers;
  const range = isStill(typeof ifRange === 'string' ? ifRange : undefined, etag, new Date(0))
    ? rangeOf(header, size)
    : 'whole';
  const headers = {
    ...{ 'content-type': 'application/x-tar', 'accept-ranges': 'bytes', etag },
    'content-disposition': `attachment; filename="${id}-${name}"`,
    ...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
  };
  if (range === 'outside') {
    res.writeHead(416, { ...headers, ...outsideHeaders(size) }).end();
    return undefined;
  }
  const part = range === 'whole' ? undefined : range;
  const answered = { ...headers, ...lengthHeaders(size, part) };
  if (req.method === 'HEAD') {
    res.writeHead(part ? 206 : 200, answered).end();
    return undefined;
  }
  const bytes = await context.storage.get(keyOf(objectKey, 'o'), part);
  if (!bytes) throw mediaErrors.storage_unavailable({}, new Error('a part of an export has no bytes'));
  res.writeHead(part ? 206 : 200, answered);
  await pipeline(bytes, res).catch((error: unknown) => {
    if (bytes.errored === error) context.log.warn({ err: error, projectId }, 'reading a part of an export failed');
  });
  return undefined;
};

/** @throws exportErrors.part_not_found, mediaErrors.link_expired */
function checkSignature(
  { signingKeys }: Context,
  about: { projectId: string; path: string },
  { expires = '', signature = '' }: { expires?: string | undefined; signature?: string | undefined },
): void {
  const seconds = /^\d{1,12}$/.test(expires) ? Number(expires) : Number.NaN;
  if (!isSigned(signingKeys, { ...about, expires: seconds }, signature)) throw exportErrors.part_not_found();
  if (seconds * 1_000 <= Date.now()) throw mediaErrors.link_expired();
}
