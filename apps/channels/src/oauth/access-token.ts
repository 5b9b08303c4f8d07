import { z } from 'zod';

import type { Context } from '../context.ts';
import { ServerError } from '../server/server-error.ts';
import type { OauthAccount } from './oauth.repository.ts';

/** A token is not used so shortly before it expires. */
const marginMs = 60_000;
const defaultLifeSeconds = 3_600;
const limits = { totalMs: 15_000, bodyBytes: 65_536 };

const Granted = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
  refresh_token: z.string().min(1).max(10_000).optional().catch(undefined),
});
const Refused = z.object({ error: z.string() });
/** Errors of RFC 6749 section 5.2 that only a new consent ends. */
const ended = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);

/**
 * The access token of a mailbox, fetched when there is none that is valid. A refresh token that comes with it replaces the old one.
 * @param isFresh whether the one at hand was refused, and another one must be fetched
 * @throws ServerError
 */
export async function accessTokenOf(
  context: Pick<Context, 'secrets' | 'clock' | 'outbound' | 'oauth'>,
  account: OauthAccount | undefined,
  { isFresh = false } = {},
): Promise<string> {
  const { secrets, clock } = context;
  if (!account?.refreshToken) throw new ServerError('oauth_expired');
  const { id, accessToken, expiresAt } = account;
  const isValid = expiresAt !== null && expiresAt.getTime() - marginMs > clock.now().getTime();
  if (!isFresh && accessToken !== null && isValid) return secrets.open(accessToken, id);

  const { access_token, expires_in = defaultLifeSeconds, refresh_token } = await fetchToken(context, account);
  await context.oauth.keep({
    ...account,
    refreshToken: refresh_token === undefined ? account.refreshToken : secrets.seal(refresh_token, id),
    accessToken: secrets.seal(access_token, id),
    expiresAt: new Date(clock.now().getTime() + expires_in * 1_000),
  });
  return access_token;
}

async function fetchToken(
  { secrets, outbound }: Pick<Context, 'secrets' | 'outbound'>,
  { id, tokenUrl, clientId, clientSecret, refreshToken }: OauthAccount,
): Promise<z.output<typeof Granted>> {
  const body = new URLSearchParams({
    ...{ grant_type: 'refresh_token', client_id: clientId, refresh_token: secrets.open(refreshToken ?? '', id) },
    ...(clientSecret !== null && { client_secret: secrets.open(clientSecret, id) }),
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const answer = await outbound.post(tokenUrl, { body: String(body), headers, limits });
  const said = jsonIn(answer.body);
  if (answer.outcome === 'ok') {
    const granted = Granted.safeParse(said);
    if (granted.success) return granted.data;
  }
  const refused = Refused.safeParse(said);
  if (refused.success && ended.has(refused.data.error)) throw new ServerError('oauth_expired');
  throw new ServerError(faults[answer.outcome] ?? 'connection_refused');
}

const faults: Partial<Record<string, 'timeout' | 'dns_failed' | 'tls_failed' | 'blocked'>> = {
  ...{ timeout: 'timeout', dns: 'dns_failed', tls: 'tls_failed', url_not_allowed: 'blocked' },
};

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
