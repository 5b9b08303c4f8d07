import type { ServerResponse } from 'node:http';

import { commonErrors, type RateClass } from '@parley/contracts';
import { countedAddress, type LimitRule, type LimitState, planToken, readAuthorization } from '@parley/service-kit';

import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Exchange } from './exchange.ts';

/** The limits that the gateway counts. Source: contract 00 section 8, 10 section 11. */
export interface Rules {
  calls: LimitRule;
  guest_calls: LimitRule;
  public_calls: LimitRule;
  sign_in: LimitRule;
  sign_up: LimitRule;
  recovery: LimitRule;
  exchange: LimitRule;
  messaging_token: LimitRule;
  secret: LimitRule;
  refused_credentials: LimitRule;
}

export function rulesOf(config: Config): Rules {
  const identity = (points: number, seconds = 60): LimitRule => ({ points, seconds, factor: 'identity' });
  return {
    calls: { points: config.LIMIT_CALLS, seconds: 60 },
    guest_calls: { points: config.LIMIT_GUEST_CALLS, seconds: 60 },
    public_calls: { points: config.LIMIT_PUBLIC_CALLS, seconds: 60 },
    sign_in: identity(config.LIMIT_SIGN_IN),
    sign_up: identity(config.LIMIT_SIGN_UP),
    recovery: identity(config.LIMIT_RECOVERY),
    exchange: identity(config.LIMIT_EXCHANGE),
    messaging_token: identity(config.LIMIT_MESSAGING_TOKEN),
    secret: identity(config.LIMIT_SECRET, 3_600),
    refused_credentials: identity(config.LIMIT_REFUSED_CREDENTIALS),
  };
}

/** Limits by address stand before everything else; those by principal need to know him. */
const addressClasses = new Set<RateClass>(['sign_in', 'sign_up', 'recovery', 'exchange']);

/** True for endpoints that count per address and never look at credentials. */
export function countsByAddress(rate: RateClass | undefined): boolean {
  return rate !== undefined && addressClasses.has(rate);
}

/**
 * Counts a call against the limit of its endpoint and says where the caller stands.
 * @throws commonErrors.rate_limited, naming the limit
 */
export async function limitCall(
  { limits, rules, config }: Context,
  { endpoint, address, identity, projectId }: Exchange,
  req: { headers: { authorization?: string } },
  res: ServerResponse,
): Promise<void> {
  const principal = identity?.principal;
  const here = projectId ?? '';
  const caller = principal === undefined ? '' : `${principal.kind}|${principal.id}`;
  switch (endpoint?.rate) {
    case 'sign_in':
    case 'sign_up':
    case 'recovery':
      return count(limits, endpoint.rate, countedAddress(address), rules[endpoint.rate], res);
    case 'exchange': {
      const claimed = claimedProject(req.headers.authorization, config.PUBLIC_URL);
      return count(limits, 'exchange', `${countedAddress(address)}|${claimed}`, rules.exchange, res);
    }
    case 'messaging_token':
      return count(limits, 'messaging_token', caller, rules.messaging_token, res);
    case 'secret':
      return count(limits, 'secret', here, rules.secret, res);
    default:
      if (principal === undefined)
        return count(limits, 'public_calls', `${countedAddress(address)}|${here}`, rules.public_calls, res);
      if (principal.kind === 'guest') return count(limits, 'guest_calls', `${caller}|${here}`, rules.guest_calls, res);
      return count(limits, 'calls', `${caller}|${here}`, rules.calls, res);
  }
}

/**
 * Counts a WebSocket handshake like a stranger's call: who is behind it is told later, inside.
 * @throws commonErrors.rate_limited
 */
export async function limitSocket({ limits, rules }: Context, address: string): Promise<void> {
  const state = await limits.hit('public_calls', `${countedAddress(address)}|`, rules.public_calls);
  if (!state.allowed) throw limited('public_calls', state);
}

async function count(limits: Context['limits'], name: keyof Rules, key: string, rule: LimitRule, res: ServerResponse) {
  const state = await limits.hit(name, key, rule);
  res.setHeader('ratelimit-limit', state.limit);
  res.setHeader('ratelimit-remaining', state.remaining);
  res.setHeader('ratelimit-reset', state.resetSeconds);
  if (!state.allowed) throw limited(name, state);
}

/** Whether an address may try credentials at all: looked at before any hashing. */
export async function checkRefusals({ limits, rules }: Context, address: string): Promise<void> {
  const state = await limits.peek('refused_credentials', countedAddress(address), rules.refused_credentials);
  if (!state.allowed) throw limited('refused_credentials', state);
}

export async function countRefusal({ limits, rules }: Context, address: string): Promise<void> {
  await limits.hit('refused_credentials', countedAddress(address), rules.refused_credentials);
}

function limited(limit: keyof Rules, { limit: allowed, resetSeconds }: LimitState) {
  return commonErrors.rate_limited({ limit, allowed, retryAfterSeconds: resetSeconds });
}

/** The project that a token presented for exchange claims; nobody believes it, it only divides an address's count. */
function claimedProject(authorization: string | undefined, publicUrl: string): string {
  const read = readAuthorization(authorization);
  if (read.kind !== 'token') return '';
  const plan = planToken(read.token, { publicUrl, now: Date.now() });
  return 'projectId' in plan ? (plan.projectId ?? '') : '';
}
