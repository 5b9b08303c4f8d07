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
 * @throws gatewayErrors.authorization_malformed; commonErrors.unauthorized, whose cause says why, for the log; commonErrors.token_expired
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
  const claimed = plan.kind === 'refused' ? plan.expired : plan;
  switch (claimed?.kind) {
    case 'customer': {
      const secret = await checkSecret(context, read.token, claimed);
      if (claimed !== plan) throw expired();
      if (await context.membershipQueries.isUserId(claimed.id)) throw refused('reserved_id');
      return { kind: 'customer', plan: claimed, secret };
    }
    case 'user':
    case 'provisioned':
    case 'guest':
    case 'external': {
      await checkSignature(context, read.token, claimed.kid);
      if (claimed !== plan) throw expired();
      const state = await context.liveTokens.stateOf(claimed);
      if (!state.live) throw state.reason === 'expired' ? expired() : refused(state.reason);
      return {
        kind: 'ours',
        principal: state.principal,
        token: read.token,
        expiresAt: endOf(claimed, state.expiresAt),
      };
    }
    default:
      throw refused(plan.kind === 'refused' ? plan.reason : plan.kind);
  }
}

async function checkSecret(context: Context, token: string, plan: CustomerPlan): Promise<ProjectSecret> {
  const secret = await context.keys.find(plan.projectId);
  if (!secret) throw refused('no_secret');
  if (!(await isSignedWithSecret(token, secret.secret))) throw refused('signature');
  return secret;
}

async function checkSignature(context: Context, token: string, kid: string): Promise<void> {
  const key = (await importKeys(context.signingKeys.publicKeys)).get(kid);
  if (!key || !(await isSignedByUs(token, key.key))) throw refused('signature');
}

/** The row of an access token is that of its session, which lives on. */
function endOf({ sid, expiresAt }: { sid?: string; expiresAt: number }, rowEnd: Date): Date {
  return sid === undefined ? rowEnd : new Date(expiresAt);
}

/** Only of a token whose signature is good: others learn nothing. */
function expired() {
  return commonErrors.token_expired({}, new Error('expired'));
}

function refused(reason: string) {
  return commonErrors.unauthorized({}, new Error(reason));
}
