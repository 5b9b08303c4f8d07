import { commonErrors, gatewayErrors } from '@parley/contracts';
import {
  importKeys,
  isSignedByUs,
  isSignedWithSecret,
  planToken,
  readAuthorization,
  type TokenPlan,
} from '@parley/identity';

import type { Context } from '../context.ts';
import type { ProjectSecret } from '../key/key.repository.ts';
import type { LivePrincipal } from '../token/live-token.repository.ts';

export type CustomerPlan = Extract<TokenPlan, { kind: 'customer' }>;

/** A verified token presented for exchange. */
export type Presented =
  | { kind: 'customer'; plan: CustomerPlan; secret: ProjectSecret }
  | { kind: 'ours'; principal: LivePrincipal; token: string; expiresAt: Date };

/**
 * Verifies the token of an `Authorization` header by the rules of the gateway, without caching.
 * @throws gatewayErrors.authorization_malformed; commonErrors.unauthorized, whose cause says why, for the log
 */
export async function verifyPresented(context: Context, header: string | undefined): Promise<Presented> {
  const read = readAuthorization(header);
  if (read.kind === 'malformed') throw gatewayErrors.authorization_malformed({}, new Error(read.reason));
  if (read.kind !== 'token') throw refused(read.kind);

  const plan = planToken(read.token, {
    publicUrl: context.config.PUBLIC_URL,
    now: Date.now(),
    customTokenMaxAgeSeconds: context.config.CUSTOM_TOKEN_MAX_AGE / 1000,
  });
  switch (plan.kind) {
    case 'customer':
      return { kind: 'customer', plan, secret: await verifyCustomerToken(context, read.token, plan) };
    case 'user':
    case 'provisioned':
    case 'guest':
    case 'external':
      return verifyOwnToken(context, read.token, plan);
    default:
      throw refused(plan.kind === 'refused' ? plan.reason : plan.kind);
  }
}

async function verifyCustomerToken(context: Context, token: string, plan: CustomerPlan): Promise<ProjectSecret> {
  const secret = await context.keys.find(plan.projectId);
  if (!secret) throw refused('no_secret');
  if (!(await isSignedWithSecret(token, secret.secret))) throw refused('signature');
  if (await context.membershipQueries.isUserId(plan.id)) throw refused('reserved_id');
  return secret;
}

async function verifyOwnToken(
  context: Context,
  token: string,
  plan: Extract<TokenPlan, { kind: 'user' | 'provisioned' | 'guest' | 'external' }>,
): Promise<Presented> {
  const key = (await importKeys(context.signingKeys.publicKeys)).get(plan.kid);
  if (!key || !(await isSignedByUs(token, key.key))) throw refused('signature');

  const state = await context.liveTokens.stateOf(plan);
  if (!state.live) throw refused(state.reason);
  return { kind: 'ours', principal: state.principal, token, expiresAt: state.expiresAt };
}

function refused(reason: string) {
  return commonErrors.unauthorized({}, new Error(reason));
}
