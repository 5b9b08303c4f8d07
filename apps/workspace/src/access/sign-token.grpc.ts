import { isRecordId, validationFailed } from '@parley/contracts';
import type { SignTokenRequest, SignTokenResponse } from '@parley/proto-gen/workspace/v1/identity';
import type { GrpcCaller } from '@parley/service-kit/grpc';
import { z } from 'zod';

import type { Context } from '../context.ts';

const SubscriptionClaims = z.object({
  _id: z.string().refine(isRecordId),
  id_project: z.string().refine(isRecordId),
  jti: z.uuid(),
  event: z.string().max(64).optional(),
  depth: z.number().int().min(0).max(100).optional(),
  /** Unix seconds. */
  exp: z.number().int().positive(),
});

const ReceiptClaims = z.record(z.string(), z.unknown());

/** Per call. */
const maxTokens = 100;

/**
 * Signs tokens for other services, since only this service holds private keys. It sets `iss`, `sub` and `aud` itself, so
 * that a service gets tokens of its own purposes only.
 */
export async function signToken(
  context: Context,
  { purpose, claimsJson }: SignTokenRequest,
  caller: GrpcCaller,
): Promise<SignTokenResponse> {
  if (claimsJson.length > maxTokens) throw invalidField('claims_json', `Has more than ${maxTokens} items`);
  return { tokens: await Promise.all(claimsJson.map((json) => signed(context, purpose, parsed(json), caller))) };
}

async function signed(
  { signingKeys, config }: Context,
  purpose: string,
  claims: unknown,
  caller: GrpcCaller,
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  if (purpose === 'subscription' && caller.service === 'webhooks') {
    const own = checked(SubscriptionClaims, claims);
    const aud = `${config.PUBLIC_URL}/subscriptions/${own._id}`;
    return signingKeys.sign({ ...own, iss: config.PUBLIC_URL, sub: 'subscription', aud, iat });
  }
  if (purpose === 'receipt' && caller.service === 'contacts') {
    const receipt = checked(ReceiptClaims, claims);
    const aud = `${config.PUBLIC_URL}/receipts`;
    return signingKeys.sign({ ...receipt, iss: config.PUBLIC_URL, sub: 'receipt', aud, iat });
  }
  if (purpose === 'activity_chain' && caller.service === 'analytics') {
    const head = checked(ReceiptClaims, claims);
    const aud = `${config.PUBLIC_URL}/activities`;
    return signingKeys.sign({ ...head, iss: config.PUBLIC_URL, sub: 'activity_chain', aud, iat });
  }
  throw invalidField('purpose', 'Is not one of this caller’s purposes');
}

function invalidField(param: string, msg: string): Error {
  return validationFailed([{ param, location: 'body', msg }]);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, claims: unknown): z.output<Schema> {
  const { data, success } = schema.safeParse(claims);
  if (!success) throw invalidField('claims_json', 'Does not fit the purpose');
  return data;
}
