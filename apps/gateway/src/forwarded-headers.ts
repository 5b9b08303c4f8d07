import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { AnyEndpoint } from '@parley/contracts';
import { gatewayHeaders } from '@parley/service-kit/http';

import type { GatewayCall } from './gateway-call.ts';

/**
 * Allow list of the caller's headers. Everything else is dropped: hop-by-hop headers, cookies, forwarding headers,
 * and headers that imitate the gateway's own.
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
  'if-seq',
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

/** Also passed with a WebSocket handshake. */
const passedToSockets = [
  'connection',
  'upgrade',
  'origin',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
  // The realtime service authenticates sockets itself.
  'authorization',
] as const;

/** The headers for a service: those of the caller on the allow list, and the gateway's own about the caller. */
export function forwardedHeaders(
  req: IncomingMessage,
  { requestId, span, address, body }: GatewayCall,
  actorToken: string,
  { authorization, cookie }: Pick<AnyEndpoint, 'authorization' | 'cookie'> = {},
): IncomingHttpHeaders {
  const headers = pick(req.headers, passed);
  if (body !== undefined) measure(headers, body.bytes.length);
  if (authorization === 'forward' && req.headers.authorization !== undefined)
    headers.authorization = req.headers.authorization;
  if (cookie !== undefined && req.headers.cookie !== undefined) headers.cookie = req.headers.cookie;
  headers[gatewayHeaders.actor] = actorToken;
  headers[gatewayHeaders.requestId] = requestId;
  headers[gatewayHeaders.clientAddress] = address;
  headers.traceparent = span.traceparent;
  return headers;
}

export function forwardedSocketHeaders(
  req: IncomingMessage,
  call: GatewayCall,
  actorToken: string,
): IncomingHttpHeaders {
  return { ...forwardedHeaders(req, call, actorToken), ...pick(req.headers, passedToSockets) };
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
