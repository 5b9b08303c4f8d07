import type { IncomingMessage, ServerResponse } from 'node:http';

import { type AnyEndpoint, type AppError, callerIdOf, commonErrors, type RateClass } from '@parley/contracts';
import { type Identity, planToken, readAuthorization } from '@parley/identity';
import { countedAddress, type LimitRule, type LimitState } from '@parley/service-kit/security';

import type { Context } from './context.ts';
import type { GatewayCall } from './gateway-call.ts';
import type { Rules } from './rules.ts';

/** Limits by address are checked first; limits by principal need authentication. */
const addressClasses = new Set<RateClass>([
  'sign_in',
  'sign_up',
  'recovery',
  'exchange',
  'public_transcript',
  'public_survey',
]);

/** True for endpoints that count per address and never look at credentials. */
export function countsByAddress(rate: RateClass | undefined): boolean {
  return rate !== undefined && addressClasses.has(rate);
}

/**
 * Counts a call against the limit of its endpoint and sets the `RateLimit-*` headers. Anonymous callers count by address alone:
 * counting by project would give them a new budget for each project they name. Calls of this process itself are not counted.
 * @throws commonErrors.rate_limited, naming the limit
 */
export async function limitCall(
  { limits, rules, config, isOwnCall }: Context,
  { endpoint, address, identity, projectId }: GatewayCall,
  req: Pick<IncomingMessage, 'headers'>,
  res: ServerResponse,
): Promise<void> {
  if (isOwnCall(req.headers)) return;
  switch (endpoint?.rate) {
    case 'sign_in':
    case 'sign_up':
    case 'recovery':
    case 'public_transcript':
    case 'public_survey':
      return count(limits, endpoint.rate, countedAddress(address), rules[endpoint.rate], res);
    case 'exchange': {
      const claimed = claimedProject(req.headers.authorization, config.PUBLIC_URL);
      return count(limits, 'exchange', `${countedAddress(address)}|${claimed}`, rules.exchange, res);
    }
    case 'secret':
      return count(limits, 'secret', projectId ?? '', rules.secret, res);
  }
  if (identity === undefined) return count(limits, 'public_calls', countedAddress(address), rules.public_calls, res);
  if (endpoint?.rate === 'messaging_token')
    return count(limits, 'messaging_token', callerKey(identity), rules.messaging_token, res);
  const name = endpoint?.rate === 'creation' && isGuest(identity) ? 'guest_creations' : limitOf(identity);
  return count(limits, name, callerKey(identity, projectId), rules[name], res);
}

/**
 * Counts a refused call by principal, without the project: otherwise probing projects would be free.
 * @throws commonErrors.rate_limited
 */
export async function limitRefused(
  context: Context,
  { address }: GatewayCall,
  identity: Identity,
  refusal: AppError,
  res: ServerResponse,
): Promise<void> {
  const { limits, rules } = context;
  // A customer's server may sign tokens for any number of visitors, and each would have a budget of its own.
  if (isVouchedFor(identity) && refusal.code === commonErrors.not_a_member().code)
    await countRefusal(context, address, res.req.headers.authorization);
  const name = limitOf(identity);
  await count(limits, name, callerKey(identity), rules[name], res);
}

/**
 * Checks the budget of refusals before other services are asked about the caller.
 * @throws commonErrors.rate_limited
 */
export async function checkRefused({ limits, rules }: Context, identity: Identity): Promise<void> {
  const name = limitOf(identity);
  const state = await limits.peek(name, callerKey(identity), rules[name]);
  if (!state.allowed) throw limited(name, state);
}

function limitOf(identity: Identity): 'guest_calls' | 'calls' {
  return isGuest(identity) ? 'guest_calls' : 'calls';
}

const isGuest = ({ principal }: Identity): boolean => principal.kind === 'guest';

/** Whether the customer signed the token: ours have a row and a `jti`. */
const isVouchedFor = ({ principal }: Identity): boolean => principal.kind === 'external' && principal.jti === undefined;

function callerKey({ principal }: Identity, projectId = ''): string {
  return `${principal.kind}|${callerIdOf(principal)}|${projectId}`;
}

/**
 * Counts a WebSocket handshake like an anonymous call: the client authenticates later, on the socket.
 * @throws commonErrors.rate_limited
 */
export async function limitSocket({ limits, rules }: Context, address: string): Promise<void> {
  const state = await limits.hit('public_calls', countedAddress(address), rules.public_calls);
  if (!state.allowed) throw limited('public_calls', state);
}

/**
 * Counts a call of something outside the API.
 * @throws commonErrors.rate_limited
 */
export async function limitPage(
  { limits, rules }: Context,
  { address }: GatewayCall,
  res: ServerResponse,
): Promise<void> {
  await count(limits, 'pages', countedAddress(address), rules.pages, res);
}

/**
 * Counts a file of the console or the widget.
 * @throws commonErrors.rate_limited
 */
export async function limitFile(
  { limits, rules }: Context,
  { address }: GatewayCall,
  res: ServerResponse,
): Promise<void> {
  await count(limits, 'files', countedAddress(address), rules.files, res);
}

/**
 * Counts a probe. A load balancer forwards the calls of others from its own address, and these must not use up its probes:
 * behind a load balancer that is not trusted, `X-Forwarded-For` distinguishes the two.
 * @throws commonErrors.rate_limited
 */
export async function limitProbe(
  { limits, rules }: Context,
  { address }: GatewayCall,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const isForwarded = req.headers['x-forwarded-for'] !== undefined;
  await count(limits, 'probes', `${countedAddress(address)}|${isForwarded}`, rules.probes, res);
}

const itemsOfCall = 10;

/**
 * Counts the items of a batch, once its body is there: ten of them are one call, and the first call is counted already.
 * @throws commonErrors.rate_limited
 */
export async function limitItems(
  { limits, rules, isOwnCall }: Context,
  { endpoint, identity, projectId, body }: GatewayCall,
  res: ServerResponse,
): Promise<void> {
  if (isOwnCall(res.req.headers)) return;
  if (endpoint?.items === undefined || identity === undefined || body === undefined) return;
  const hits = Math.ceil(countItems(body.bytes, endpoint.items) / itemsOfCall) - 1;
  if (hits < 1) return;
  const name = limitOf(identity);
  await count(limits, name, callerKey(identity, projectId), rules[name], res, hits);
}

/** None for a body without such a list, which the service refuses. */
function countItems(bytes: Buffer, items: NonNullable<AnyEndpoint['items']>): number {
  try {
    const body: unknown = JSON.parse(bytes.toString());
    const list = items === 'body' ? body : Reflect.get(Object(body), items.member);
    return Array.isArray(list) ? list.length : 0;
  } catch {
    return 0;
  }
}

async function count(
  limits: Context['limits'],
  name: keyof Rules,
  key: string,
  rule: LimitRule,
  res: ServerResponse,
  hits = 1,
) {
  const state = await limits.hit(name, key, rule, hits);
  res.setHeader('ratelimit-limit', state.limit);
  res.setHeader('ratelimit-remaining', state.remaining);
  res.setHeader('ratelimit-reset', state.resetSeconds);
  if (!state.allowed) throw limited(name, state);
}

/**
 * Checks the budget of refused credentials before another service is asked about some, which costs a password hash or a query.
 * @throws commonErrors.rate_limited
 */
export async function checkRefusals(context: Context, address: string, header: string | undefined): Promise<void> {
  const { limits, rules } = context;
  const rule = rules.refused_credentials;
  const state = await limits.peek('refused_credentials', refusalsKey(context, address, header), rule);
  if (!state.allowed) throw limited('refused_credentials', state);
}

/** @returns what to answer in place of a 401 once there were too many */
export async function countRefusal(
  context: Context,
  address: string,
  header: string | undefined,
): Promise<AppError | undefined> {
  const { limits, rules } = context;
  const rule = rules.refused_credentials;
  const state = await limits.hit('refused_credentials', refusalsKey(context, address, header), rule);
  return state.allowed ? undefined : limited('refused_credentials', state);
}

/** Key of the count: the address. Credentials under a secret that has signed a good token count apart, so that other callers of the address cannot lock them out. */
function refusalsKey({ identities }: Context, address: string, header: string | undefined): string {
  const subject = identities.credentials.provenSubject(header);
  return subject === undefined ? countedAddress(address) : `${countedAddress(address)}|${subject}`;
}

function limited(limit: keyof Rules, { limit: allowed, resetSeconds }: LimitState) {
  return commonErrors.rate_limited({ limit, allowed, retryAfterSeconds: resetSeconds });
}

/** The project that a token presented for exchange claims. Unverified; it only divides the count of an address. */
function claimedProject(authorization: string | undefined, publicUrl: string): string {
  const read = readAuthorization(authorization);
  if (read.kind !== 'token') return '';
  const plan = planToken(read.token, { publicUrl, now: Date.now() });
  return 'projectId' in plan ? (plan.projectId ?? '') : '';
}
