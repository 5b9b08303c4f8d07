import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { commonErrors } from '@parley/contracts';

import type { Call } from '../call/call.ts';
import { isTraceparent } from '../observability/tracing.ts';

/** Names of the headers by which the gateway hands a call on. */
export const gatewayHeaders = {
  actor: 'parley-actor',
  requestId: 'x-request-id',
  clientAddress: 'parley-client-address',
} as const;

const requestIdShape = /^[\w-]{1,128}$/;

/** The request id the gateway gave the call, else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = text(req, gatewayHeaders.requestId);
  return given !== undefined && requestIdShape.test(given) ? given : randomUUID();
}

/** The trace the call belongs to, if its caller says so. */
export function traceparentOf(req: IncomingMessage): string | undefined {
  const given = text(req, 'traceparent');
  return isTraceparent(given) ? given : undefined;
}

/**
 * What the headers say about a call.
 * @throws commonErrors.header_malformed
 */
export function callFacts(
  req: IncomingMessage,
): Pick<Call, 'clientAddress' | 'origin' | 'userAgent' | 'ifMatch' | 'ifNoneMatch' | 'ifSeq'> {
  const changes = req.method !== 'GET' && req.method !== 'HEAD';
  return {
    clientAddress: text(req, gatewayHeaders.clientAddress),
    origin: text(req, 'origin'),
    userAgent: text(req, 'user-agent'),
    ifMatch: changes ? tags(req, 'if-match') : undefined,
    ifNoneMatch: changes ? undefined : tags(req, 'if-none-match'),
    ifSeq: changes ? seqOf(req) : undefined,
  };
}

/**
 * The Idempotency-Key of a call.
 * @throws commonErrors.header_malformed for one that is not 1 to 255 printable characters
 */
export function idempotencyKeyOf(req: IncomingMessage): string | undefined {
  const key = text(req, 'idempotency-key');
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw commonErrors.header_malformed({ header: 'Idempotency-Key' });
  }
  return key;
}

const tagList = /^(?:\*|(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*)$/;

function tags(req: IncomingMessage, name: 'if-match' | 'if-none-match'): string | undefined {
  const value = text(req, name);
  if (value !== undefined && !tagList.test(value)) throw commonErrors.header_malformed({ header: name });
  return value;
}

/** Up to where the caller has read the messages of a request. @throws commonErrors.header_malformed */
function seqOf(req: IncomingMessage): number | undefined {
  const value = text(req, 'if-seq');
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw commonErrors.header_malformed({ header: 'If-Seq' });
  return Number(value);
}

/** True when the list of `If-None-Match` holds this tag, by weak comparison. */
export function matches(list: string, tag: string): boolean {
  if (list === '*') return true;
  const strong = tag.replace(/^W\//, '');
  return list.split(',').some((entry) => entry.trim().replace(/^W\//, '') === strong);
}

function text(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
