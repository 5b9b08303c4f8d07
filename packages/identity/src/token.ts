import { isRecordId } from '@parley/contracts';

/**
 * What a token claims to be, once its header and claims fit together. Nothing of it is true before the signature is
 * verified with the key that the plan names: the id in `aud` selects the key, and the same id is the principal's
 * project or the bot itself, so that a key never yields more than its own. Source: contract 10 section 2, 3, 5.1.
 */
export type TokenPlan =
  | {
      kind: 'user' | 'provisioned' | 'guest' | 'external';
      kid: string;
      /** Claim `sub`, as the history row has it. */
      sub: string;
      id: string;
      jti: string;
      projectId?: string;
      expiresAt: number;
      /** Of an access token of a browser's session: the id of the session, whose row stands for the token's own. */
      sid?: string;
    }
  | {
      kind: 'messaging';
      /** `null`: signed with the secret that is shared with an external engine. */
      kid: string | null;
      sub: string;
      id: string;
      jti: string;
      projectId?: string;
      expiresAt: number;
    }
  | {
      kind: 'subscription';
      kid: string;
      id: string;
      jti: string;
      projectId: string;
      event?: string;
      depth?: number;
      expiresAt: number;
    }
  /** Signed by a customer's server with its project's secret. */
  | { kind: 'customer'; id: string; projectId: string; claims: Readonly<Record<string, unknown>>; expiresAt: number }
  /** Signed with the bot's secret, which the bots service holds; it also knows when the token ends, which may have no `exp`. */
  | { kind: 'bot'; id: string };

/** A token that cannot count, whatever its signature; the reason is for the log. */
export interface TokenRefusal {
  kind: 'refused';
  reason: string;
  /** What an expired token would otherwise have been: a caller who proves its signature may know that it has expired. */
  expired?: TokenPlan;
}

export interface TokenRules {
  /** `PUBLIC_URL` without a trailing slash: `iss` of our tokens and the root of their audiences. */
  publicUrl: string;
  /** Now, in ms since the epoch. */
  now: number;
  /** Life of a customer's token without `exp`, from its `iat`; default 24 h. */
  customTokenMaxAgeSeconds?: number;
}

/** Tolerated difference between clocks. */
export const leewaySeconds = 60;
const yearSeconds = 365 * 86_400;

/** Reads header and claims without verifying the signature, and refuses what no signature could make good. Pure; never throws.
 * @returns the plan, which names the key to verify with, or the reason of the refusal, for the log */
export function planToken(token: string, rules: TokenRules): TokenPlan | TokenRefusal {
  const plan = planAt(token, rules);
  if (plan.kind !== 'refused' || plan.endedAt === undefined) return plan;
  const { reason, endedAt } = plan;
  const expired = planAt(token, { ...rules, now: endedAt });
  return { kind: 'refused', reason, ...(expired.kind !== 'refused' && { expired }) };
}

type Refusal = TokenRefusal & { endedAt?: number };

function planAt(token: string, rules: TokenRules): TokenPlan | Refusal {
  const parts = token.split('.');
  const [header, claims] = [decodeObject(parts[0]), decodeObject(parts[1])];
  if (parts.length !== 3 || !header || !claims) return refuse('not_a_jws');
  // Nothing critical is understood; `jwk`, `jku`, `x5u` and `x5c` are never looked at.
  if ('crit' in header) return refuse('crit');

  const audience = onlyAudience(claims.aud);
  if (audience === undefined) return refuse('aud');
  const fault = timeFault(claims, rules.now / 1000);
  if (fault) return fault;

  if (header.alg === 'EdDSA') {
    const { kid } = header;
    return typeof kid === 'string' && kid !== '' ? planOurs(kid, audience, claims, rules) : refuse('kid');
  }
  if (header.alg !== 'HS256') return refuse('alg');
  const isMessaging = audience === rules.publicUrl + messagingPlace;
  return isMessaging ? planOurs(null, audience, claims, rules) : planShared(audience, claims, rules);
}

type Claims = Readonly<Record<string, unknown>>;

function refuse(reason: string): TokenRefusal {
  return { kind: 'refused', reason };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeObject(part: string | undefined): Claims | undefined {
  if (part === undefined || !/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  try {
    const value: unknown = JSON.parse(utf8.decode(Buffer.from(part, 'base64url')));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined;
  } catch {
    return undefined;
  }
}

function onlyAudience(aud: unknown): string | undefined {
  const only: unknown = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud;
  return typeof only === 'string' && only !== '' ? only : undefined;
}

function timeFault({ exp, nbf, iat }: Claims, nowSeconds: number): Refusal | undefined {
  for (const time of [exp, nbf, iat]) {
    if (time !== undefined && !(typeof time === 'number' && Number.isFinite(time))) return refuse('time_malformed');
  }
  if (typeof exp === 'number' && exp + leewaySeconds <= nowSeconds) return refuseExpired(exp);
  if (typeof nbf === 'number' && nbf - leewaySeconds > nowSeconds) return refuse('not_yet');
  if (typeof iat === 'number' && iat - leewaySeconds > nowSeconds) return refuse('from_the_future');
  return undefined;
}

/** @param end of the token, in seconds */
function refuseExpired(end: number): Refusal {
  return { ...refuse('expired'), endedAt: end * 1000 };
}

const messagingPlace = '/messaging';

/** @param kid `null` for the secret that is shared with an external engine, which messaging tokens alone are signed with */
function planOurs(
  kid: string | null,
  audience: string,
  claims: Claims,
  { publicUrl }: TokenRules,
): TokenPlan | TokenRefusal {
  const { iss, sub, _id: id, jti, exp, iat } = claims;
  if (iss !== publicUrl) return refuse('iss');
  if (typeof sub !== 'string' || typeof id !== 'string' || id === '') return refuse('sub');
  if (typeof jti !== 'string' || jti === '' || jti.length > 64) return refuse('jti');
  if (typeof exp !== 'number' || typeof iat !== 'number') return refuse('time_missing');

  const place = audience.startsWith(publicUrl) ? audience.slice(publicUrl.length) : undefined;
  const own = { sub, id, jti, expiresAt: exp * 1000 };
  if (place === messagingPlace) {
    if (sub !== id) return refuse('sub_aud');
    return { kind: 'messaging', kid, ...own, ...(isRecordId(claims.id_project) && { projectId: claims.id_project }) };
  }
  if (kid === null) return refuse('alg');
  const base = { kid, ...own };
  if (place === '') return planUser(base, claims.sid);

  const [, noun, boundId] = /^\/(projects|subscriptions)\/([0-9a-f]{24})$/.exec(place ?? '') ?? [];
  const projectId = claims.id_project;
  if (noun === undefined || boundId === undefined || !isRecordId(projectId)) return refuse('sub_aud');
  if (noun === 'subscriptions') {
    const { event, depth } = claims;
    if (sub !== 'subscription' || id !== boundId) return refuse('sub_aud');
    return {
      kind: 'subscription',
      kid,
      id,
      jti,
      projectId,
      expiresAt: base.expiresAt,
      event: typeof event === 'string' ? event : undefined,
      depth: typeof depth === 'number' ? depth : undefined,
    };
  }

  const kind = projectKinds.get(sub);
  if (kind === undefined || projectId !== boundId) return refuse('sub_aud');
  return { kind, ...base, projectId };
}

function planUser(
  base: { kid: string; sub: string; id: string; jti: string; expiresAt: number },
  sid: unknown,
): TokenPlan | TokenRefusal {
  if (base.sub !== 'user' || !isRecordId(base.id)) return refuse('sub_aud');
  if (sid === undefined) return { kind: 'user', ...base };
  return isRecordId(sid) ? { kind: 'user', ...base, sid } : refuse('sid');
}

const projectKinds = new Map([
  ['user', 'provisioned'],
  ['guest', 'guest'],
  ['userexternal', 'external'],
] as const) as ReadonlyMap<string, 'provisioned' | 'guest' | 'external'>;

/** HS256: the customer's token under the project's secret, or a bot's under the bot's. */
function planShared(audience: string, claims: Claims, rules: TokenRules): TokenPlan | Refusal {
  for (const prefix of ['https://tiledesk.com/projects/', `${rules.publicUrl}/projects/`, 'parley:projects:']) {
    if (!audience.startsWith(prefix)) continue;
    const projectId = audience.slice(prefix.length);
    return isRecordId(projectId) ? planCustomer(projectId, claims, rules) : refuse('aud');
  }

  const botId = /\/bots\/([0-9a-f]{24})$/.exec(audience)?.[1];
  if (botId === undefined) return refuse('aud');
  if (claims.sub !== 'bot' || claims._id !== botId) return refuse('sub_aud');
  if (typeof claims.iat !== 'number') return refuse('time_missing');
  return { kind: 'bot', id: botId };
}

function planCustomer(projectId: string, claims: Claims, rules: TokenRules): TokenPlan | Refusal {
  const { sub, exp, iat } = claims;
  if (sub !== undefined && sub !== 'userexternal' && sub !== 'guest') return refuse('sub_aud');
  const id = externalId(claims._id);
  if (id === undefined) return refuse('external_id');

  const nowSeconds = rules.now / 1000;
  const maxAge = rules.customTokenMaxAgeSeconds ?? 86_400;
  const end = typeof exp === 'number' ? exp : typeof iat === 'number' ? iat + maxAge : undefined;
  if (end === undefined) return refuse('time_missing');
  if (end + leewaySeconds <= nowSeconds) return refuseExpired(end);
  if (end > nowSeconds + yearSeconds + leewaySeconds) return refuse('lives_too_long');
  return { kind: 'customer', id, projectId, claims, expiresAt: end * 1000 };
}

/** The customer's own id of a visitor, as text; ids that look like Parley's own principals are refused. */
function externalId(id: unknown): string | undefined {
  if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : undefined;
  if (typeof id !== 'string' || !/^[^\s\p{C}]+$/u.test(id) || [...id].length > 128) return undefined;
  return id === 'system' || id.startsWith('bot_') || id.startsWith('support-group-') ? undefined : id;
}
