import { type AnyEndpoint, AppError, commonErrors } from '@parley/contracts';
import { type Identity, runInCall } from '@parley/service-kit';

import type { Context } from './context.ts';
import type { Exchange } from './exchange.ts';
import { checkRefusals, countRefusal, countsByAddress } from './rate-limit.ts';

/**
 * Who is calling; nothing for strangers on public endpoints, where bad credentials count as none.
 * @throws commonErrors.unauthorized, rate_limited, dependency_down; gatewayErrors.authorization_malformed
 */
export async function authenticate(
  context: Context,
  endpoint: AnyEndpoint,
  exchange: Exchange,
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

  const call = {
    requestId: exchange.requestId,
    operation: endpoint.operation,
    traceparent: exchange.span.traceparent,
    clientAddress: exchange.address,
  };
  try {
    return await runInCall(call, () => verify(context, header, exchange.address));
  } catch (error) {
    if (isPublic && isAboutCaller(error)) return undefined;
    throw error;
  }
}

/** Sign-in and its kin never look at credentials; the exchange judges the token that it is handed by itself. */
function ignoresCredentials({ rate, authorization }: AnyEndpoint): boolean {
  return countsByAddress(rate) || rate === 'anonymous' || authorization === 'forward';
}

async function verify(context: Context, header: string, address: string): Promise<Identity> {
  await checkRefusals(context, address);
  try {
    const { value } = await context.identities.credentials.verify(header, address);
    return value;
  } catch (error) {
    if (isRefusal(error)) await countRefusal(context, address);
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && (error.kind === 'unauthorized' || error.kind === 'bad_request');
}

function isAboutCaller(error: unknown): boolean {
  return isRefusal(error) || (error instanceof AppError && error.kind === 'rate_limited');
}
