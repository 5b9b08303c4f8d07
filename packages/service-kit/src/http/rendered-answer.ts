import { createHash } from 'node:crypto';

import type { AnyEndpoint } from '@parley/contracts';

import { matches } from './headers.ts';
import { bodyOf, headersOf, textOf } from './reply.ts';

/** An answer rendered to be written, or to be stored for a repeat. */
export interface RenderedAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * The answer to a success: JSON, or a text of the type in its headers, with the headers the operation attached, and the record's version as `ETag`. An answer
 * that is revalidated and has no version gets a tag made of its text.
 * @throws Error when the operation returned nothing: every success has a body (contract 00 section 3)
 */
export function renderAnswer(endpoint: AnyEndpoint, result: unknown): RenderedAnswer {
  const body = textOf(result);
  if (body === undefined) throw new Error(`${endpoint.operation} returned nothing to answer`);

  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  const record = bodyOf(result);
  if (hasVersion(record)) headers.etag = `"${record.__v}"`;
  if (endpoint.revalidated) {
    headers['cache-control'] = 'private, no-cache';
    headers.etag ??= `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  }
  return { status: endpoint.status ?? 200, headers: Object.assign(headers, headersOf(result)), body };
}

/** The short answer for a caller that has this version already; else the same. */
export function notModifiedIfKnown(rendered: RenderedAnswer, ifNoneMatch: string | undefined): RenderedAnswer {
  const { etag } = rendered.headers;
  if (ifNoneMatch === undefined || etag === undefined || !matches(ifNoneMatch, etag)) return rendered;
  const { 'content-type': _, ...headers } = rendered.headers;
  return { status: 304, headers, body: '' };
}

function hasVersion(record: unknown): record is { __v: number } {
  return typeof record === 'object' && record !== null && '__v' in record && typeof record.__v === 'number';
}
