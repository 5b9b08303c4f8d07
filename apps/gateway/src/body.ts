import type { IncomingMessage } from 'node:http';

import { type AnyEndpoint, bodyKindOf } from '@parley/contracts';
import { defaultBodyLimit, discardBody } from '@parley/service-kit/http';

import type { Context } from './context.ts';
import type { GatewayCall } from './gateway-call.ts';
import type { HeldBody } from './held-bodies.ts';

/** Read and discarded of a body that the endpoint does not take: clients send `{}`. A larger body closes the connection. */
const unwantedBytes = 65_536;
const noBody: HeldBody = { bytes: Buffer.alloc(0), release: () => {} };

/**
 * Reads the body as the endpoint's contract says: whole into memory, or discarded; the body of an upload stays a stream.
 * @throws commonErrors.body_too_large, body_timeout, rate_limited, busy
 */
export async function takeBody(
  { bodies }: Context,
  endpoint: AnyEndpoint,
  call: GatewayCall,
  req: IncomingMessage,
): Promise<void> {
  const kind = bodyKindOf(endpoint);
  if (kind === 'whole') {
    call.body = await bodies.hold(req, call.address, endpoint.bodyLimit ?? defaultBodyLimit);
  } else if (kind === 'none') {
    call.body = noBody;
    discardBody(req, unwantedBytes);
  }
}
