import { type AnyEndpoint, AppError, commonErrors } from '@parley/contracts';
import type { Identity } from '@parley/identity';
import { runInCall } from '@parley/service-kit/call';

import type { Context } from './context.ts';
import type { GatewayCall } from './gateway-call.ts';
import { checkRefusals, countRefusal, countsByAddress } from './rate-limit.ts';

/**
 * The identity of the caller; undefined for anonymous callers of public endpoints, where bad credentials count as none.
 * @throws commonErrors.unauthorized, rate_limited, dependency_down; gatewayErrors.authorization_malformed
 */
export async function authenticate(
  context: Context,
  endpoint: AnyEndpoint,
  call: GatewayCall,
  header: string | undefined,
): Promise<Identity | undefined> {
  const isPublic = endpoint.role === 'public';
  if (header === undefined || header === '') {
    if (isPublic) return undefined;
    throw commonErrors.unauthorized({}, new Error('none'));
  }
  if (isPublic && ignoresCredentials(endpoint)) return undefined;

  const known = context.identities.credentials.recall(header);
  if (known !== undefined) return known.value;

  const facts = {
    requestId: call.requestId,
    operation: endpoint.operation,
    traceparent: call.span.traceparent,
    clientAddress: call.address,
  };
  try {
    return await runInCall(facts, () => verify(context, header, call.address));
  } catch (error) {
    if (isPublic && isAboutCaller(error)) return undefined;
    throw error;
  }
}

/** Sign-in, sign-up and recovery ignore credentials; the token exchange verifies the token it is given by itself. */
function ignoresCredentials({ rate, authorization }: AnyEndpoint): boolean {
  return countsByAddress(rate) || rate === 'anonymous' || authorization === 'forward';
}

async function verify(context: Context, header: string, address: string): Promise<Identity> {
  const mayAsk = () => checkRefusals(context, address, header);
  try {
    const { value } = await context.identities.credentials.verify(header, address, mayAsk);
    return value;
  } catch (error) {
    throw (isRefusal(error) && (await countRefusal(context, address, header))) || error;
  }
}

/**
 * Checks the limit of refused credentials before a token goes to the exchange endpoint.
 * @throws commonErrors.rate_limited
 */
export async function checkPresented(context: Context, { address }: GatewayCall, header: string | undefined) {
  if (!(await context.identities.credentials.isOurs(header))) await checkRefusals(context, address, header);
}

/** Counts the verdict of the exchange on a token like one of the gateway itself. Never rejects. */
export function countPresented(
  context: Context,
  { address }: GatewayCall,
  header: string | undefined,
  status: number,
): void {
  if (status === 401) void countRefusal(context, address, header);
  if (status === 200) context.identities.credentials.prove(header);
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && (error.kind === 'unauthorized' || error.kind === 'bad_request');
}

function isAboutCaller(error: unknown): boolean {
  return isRefusal(error) || (error instanceof AppError && error.kind === 'rate_limited');
}
