import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { AnyEndpoint } from '@parley/contracts';
import type { Identity } from '@parley/identity';
import { gatewayHeaders } from '@parley/service-kit/http';
import { isTraceparent, type Span } from '@parley/service-kit/observability';
import { clientAddressOf } from './client-address.ts';
import type { Slot } from './concurrency-limiter.ts';
import type { Context } from './context.ts';
import type { Found } from './endpoints.ts';
import type { HeldBody } from './held-bodies.ts';

/** What the gateway knows about a call in flight. */
export interface GatewayCall {
  readonly requestId: string;
  /** The word in logs, spans and metrics. */
  readonly operation: string;
  /** Of `performance.now`. */
  readonly beganAt: number;
  /** As sent by the caller; the request to the service has others. */
  readonly headers: IncomingHttpHeaders;
  /** Canonical address of the client. */
  readonly address: string;
  readonly span: Span;
  readonly endpoint?: AnyEndpoint;
  /** Of the path. */
  readonly projectId?: string;
  identity?: Identity;
  /** Taken from the `ConcurrencyLimiter` of the service while the service handles the call. */
  slot?: Slot;
  /** In memory, until the call ends. Absent where the body streams, or where there is none. */
  body?: HeldBody;
  /** A safe call that broke before its answer began has been retried. */
  isRetried: boolean;
  /** The service has answered: the gateway can no longer change the answer. */
  isAnswered: boolean;
  failure?: unknown;
}

const calls = new WeakMap<IncomingMessage, GatewayCall>();
const requestIdShape = /^[\w-]{8,64}$/;

/** Starts a call: its id, its trace, the client's address. A caller may send its own well-formed id. */
export function openCall(
  { tracing, trustedProxies, unknownProxies }: Context,
  req: IncomingMessage,
  operation: string,
  found?: Found,
): GatewayCall {
  unknownProxies.notice(req);
  const { traceparent, [gatewayHeaders.requestId]: given } = req.headers;
  const call: GatewayCall = {
    requestId: typeof given === 'string' && requestIdShape.test(given) ? given : randomUUID(),
    operation,
    beganAt: performance.now(),
    headers: req.headers,
    address: clientAddressOf(req, trustedProxies),
    span: tracing.start(
      operation,
      'server',
      typeof traceparent === 'string' && isTraceparent(traceparent) ? traceparent : undefined,
    ),
    endpoint: found?.endpoint,
    projectId: found?.projectId,
    isRetried: false,
    isAnswered: false,
  };
  calls.set(req, call);
  return call;
}

/** @throws Error for a request that did not come through the front: a bug */
export function callOf(req: IncomingMessage): GatewayCall {
  const call = calls.get(req);
  if (call === undefined) throw new Error('a request that is no call of the gateway');
  return call;
}
