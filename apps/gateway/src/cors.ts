import type { IncomingMessage, ServerResponse } from 'node:http';

import type { GatewayCall } from './gateway-call.ts';

const exposed = [
  'Link',
  'ETag',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Parley-As-Of',
  'Parley-Cursor',
  'Parley-Lag-Ms',
  'Parley-Outcome',
  'Idempotency-Replayed',
  'Content-Disposition',
  'X-Request-Id',
].join(', ');

/** How long a browser may cache a preflight: no browser honours more than two hours. */
const maxAgeSeconds = 7_200;

/**
 * Headers of every answer. Source: contract 00 section 1, contract 82 section 1.
 * @param readers the origin whose pages may read the answer: any, if no cookie is used; undefined: only ours
 */
export function setCommonHeaders(
  res: ServerResponse,
  { requestId, span }: GatewayCall,
  { readers, isPublicOverTls }: { readers: string | undefined; isPublicOverTls: boolean },
): void {
  setReaders(res, readers);
  // For browsers only: it would make up a third of a small answer.
  if (res.req.headers.origin !== undefined) res.setHeader('access-control-expose-headers', exposed);
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('referrer-policy', 'no-referrer');
  if (isPublicOverTls) res.setHeader('strict-transport-security', 'max-age=31536000');
  res.setHeader('x-request-id', requestId);
  res.setHeader('traceparent', span.traceparent);
}

function setReaders(res: ServerResponse, readers: string | undefined): void {
  if (readers !== undefined) res.setHeader('access-control-allow-origin', readers);
  if (readers === '*') return;
  res.setHeader('vary', 'Origin');
  if (readers !== undefined) res.setHeader('access-control-allow-credentials', 'true');
}

/** Ends an OPTIONS call; preflights never reach a service. */
export function answerOptions(req: IncomingMessage, res: ServerResponse, methods: readonly string[]): void {
  const allow = methods.join(', ');
  res.statusCode = 204;
  res.setHeader('allow', allow);
  if (req.headers['access-control-request-method'] !== undefined) {
    res.setHeader('access-control-allow-methods', allow);
    // `*` would not cover `Authorization`, so the browser gets back what it asked for.
    const asked = req.headers['access-control-request-headers'];
    if (asked !== undefined && /^[\w\-, ]{1,1000}$/.test(asked)) res.setHeader('access-control-allow-headers', asked);
    res.setHeader('access-control-max-age', String(maxAgeSeconds));
    res.appendHeader('vary', 'Access-Control-Request-Headers');
  }
  res.end();
}
