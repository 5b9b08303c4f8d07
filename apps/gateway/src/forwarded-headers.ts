import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { AnyEndpoint } from '@parley/contracts';
import { gatewayHeaders } from '@parley/service-kit/http';

import type { Exchange } from './exchange.ts';

/**
 * What a caller may say to a service. Everything else stops here: hop-by-hop headers, cookies, forwarding headers,
 * and whatever pretends to be ours.
 */
const passed = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-range',
  'range',
  'last-event-id',
  'user-agent',
  // An external engine signs its reports so, and conversations verifies them.
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
] as const;

/** What a WebSocket handshake says besides. */
const passedToSockets = [
  'connection',
  'upgrade',
  'origin',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
  // The realtime service verifies whom it holds a socket for by itself.
  'authorization',
] as const;

/** The headers for a service: those of the caller that may pass, and ours about him. */
export function forwardedHeaders(
  req: IncomingMessage,
  { requestId, span, address, body }: Exchange,
  actorToken: string,
  authorization?: AnyEndpoint['authorization'],
): IncomingHttpHeaders {
  const headers = pick(req.headers, passed);
  if (body !== undefined) measure(headers, body.bytes.length);
  if (authorization === 'forward' && req.headers.authorization !== undefined)
    headers.authorization = req.headers.authorization;
  headers[gatewayHeaders.actor] = actorToken;
  headers[gatewayHeaders.requestId] = requestId;
  headers[gatewayHeaders.clientAddress] = address;
  headers.traceparent = span.traceparent;
  return headers;
}

export function forwardedSocketHeaders(
  req: IncomingMessage,
  exchange: Exchange,
  actorToken: string,
): IncomingHttpHeaders {
  return { ...forwardedHeaders(req, exchange, actorToken), ...pick(req.headers, passedToSockets) };
}

/** A body in memory has a length, however it came; one of nothing is none. */
function measure(headers: IncomingHttpHeaders, bytes: number): void {
  delete headers['transfer-encoding'];
  delete headers['content-length'];
  if (bytes > 0) headers['content-length'] = String(bytes);
  else delete headers['content-type'];
}

function pick(all: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  const picked: IncomingHttpHeaders = {};
  for (const name of names) {
    const value = all[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
