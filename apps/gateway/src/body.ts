import type { IncomingMessage } from 'node:http';

import { type AnyEndpoint, bodyKindOf } from '@parley/contracts';
import { defaultBodyLimit, discardBody } from '@parley/service-kit/http';

import type { Context } from './context.ts';
import type { Exchange } from './exchange.ts';
import type { HeldBody } from './held-bodies.ts';

/** Clients send `{}` where there is no body to send: more than that may wait until the connection closes. */
const unwantedBytes = 65_536;
const noBody: HeldBody = { bytes: Buffer.alloc(0), release: () => {} };

/**
 * Takes the body that a call has as its contract says: into memory, or not at all; the body of an upload stays in its stream.
 * @throws commonErrors.body_too_large, body_timeout, rate_limited, busy
 */
export async function takeBody(
  { bodies }: Context,
  endpoint: AnyEndpoint,
  exchange: Exchange,
  req: IncomingMessage,
): Promise<void> {
  const kind = bodyKindOf(endpoint);
  if (kind === 'whole') {
    exchange.body = await bodies.hold(req, exchange.address, endpoint.bodyLimit ?? defaultBodyLimit);
  } else if (kind === 'none') {
    exchange.body = noBody;
    discardBody(req, unwantedBytes);
  }
}
