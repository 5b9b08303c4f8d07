import { isSignedWithSecret } from '@parley/identity';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { z } from 'zod';

const leewaySeconds = 60;

const Claims = z.object({
  sub: z.literal('bot'),
  aud: z.union([z.string(), z.tuple([z.string()])]).transform((aud) => (typeof aud === 'string' ? aud : aud[0])),
  _id: z.string(),
  id_project: z.string().optional(),
  jti: z.string().max(64).optional(),
  request_id: z.string().optional(),
  iat: z.number(),
  /** Existing external bots sign without it. */
  exp: z.number().optional(),
  nbf: z.number().optional(),
});
/** The validated claims of a bot token; `exp` is always set. */
export type BotClaims = z.output<typeof Claims> & { exp: number };

/** What a bot token is issued for. */
export interface BotTokenOf {
  id: string;
  projectId: string;
  name: string;
  /** `PUBLIC_URL`. */
  publicUrl: string;
  at: Date;
  ttlSeconds: number;
  /** Binds the token to this request. */
  requestId?: string;
  /** Default: a new one. */
  jti?: string;
}

/** Signs a token of the bot with its secret. Source: contract 60 section 5.2. */
export function signBotToken(
  secret: string,
  { id, projectId, name, publicUrl, at, ttlSeconds, requestId, jti = crypto.randomUUID() }: BotTokenOf,
): Promise<string> {
  const iat = Math.floor(at.getTime() / 1000);
  return new SignJWT({ _id: id, id_project: projectId, name, ...(requestId && { request_id: requestId }) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(publicUrl)
    .setSubject('bot')
    .setAudience(`${publicUrl}/bots/${id}`)
    .setJti(jti)
    .setIssuedAt(iat)
    .setExpirationTime(iat + ttlSeconds)
    .sign(new TextEncoder().encode(secret));
}

/**
 * Reads and checks the claims of a bot token without verifying its signature; the caller must verify it next.
 * @param maxSeconds longest lifetime from `iat`; also the lifetime of a token without `exp`
 */
export function readBotClaims(token: string, botId: string, now: Date, maxSeconds: number): BotClaims | undefined {
  const { alg, crit } = headerOf(token);
  if (alg !== 'HS256' || crit !== undefined) return undefined;
  const { data: claims } = Claims.safeParse(payloadOf(token));
  if (claims === undefined || claims._id !== botId || claims.aud.split('/').at(-1) !== botId) return undefined;

  const seconds = now.getTime() / 1000;
  const { iat, exp = iat + maxSeconds, nbf = iat } = claims;
  const isNow = exp + leewaySeconds > seconds && Math.max(iat, nbf) - leewaySeconds <= seconds;
  return isNow && exp - iat <= maxSeconds ? { ...claims, exp } : undefined;
}

/** Whether one of the secrets signed the token. */
export async function isSignedByOne(token: string, secrets: readonly string[]): Promise<boolean> {
  for (const secret of secrets) if (await isSignedWithSecret(token, secret)) return true;
  return false;
}

function headerOf(token: string): { alg?: string | undefined; crit?: unknown } {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return {};
  }
}

function payloadOf(token: string): unknown {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}
