import { createHmac } from 'node:crypto';

import { commonErrors } from '@parley/contracts';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

import { createIdentities } from './identities.ts';
import type { ApiTokenState, IdentitySource, Principal, PublicKey, TokenState } from './source.ts';

export const publicUrl = 'https://parley.example';
export const [projectA, projectB] = ['64b000000000000000000001', '64b000000000000000000002'];
export const ada = '65a000000000000000000001';
export const bot = '64b0000000000000000000b0';
export const address = '203.0.113.7';

export const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
export const { privateKey: strangersKey } = await generateKeyPair('EdDSA', { extractable: true });
export const jwk = (await exportJWK(publicKey)) as JWK & PublicKey;
export const ours: PublicKey = { ...jwk, kid: 'k1' };

/** What the workspace service would know; every question is counted. */
export function harness() {
  const tokens = new Map<string, TokenState>([
    ['j-ada', { live: true, principal: { kind: 'user', id: ada, jti: 'j-ada' } }],
  ]);
  const secrets = new Map([
    [projectA, 'secret-of-a'],
    [projectB, 'secret-of-b'],
  ]);
  /** By the hash of their secret, in hex. */
  const apiTokens = new Map<string, ApiTokenState>();
  const asked: string[] = [];
  const state = { keys: [ours], away: false };
  const answer = async <T>(name: string, value: () => T): Promise<T> => {
    asked.push(name);
    if (state.away) throw commonErrors.dependency_down();
    return value();
  };
  const source: IdentitySource = {
    authenticateBasic: (email, password) =>
      answer('basic', () => {
        if (password !== 'right') throw commonErrors.unauthorized();
        return { kind: 'user', id: ada, email } satisfies Principal;
      }),
    getPublicKeys: () => answer('keys', () => state.keys),
    getProjectSecret: (projectId) => answer('secret', () => secrets.get(projectId)),
    checkToken: ({ jti }) => answer('token', () => tokens.get(jti) ?? { live: false, reason: 'unknown' }),
    checkApiToken: (secretHash) =>
      answer(
        'api_token',
        () => apiTokens.get(Buffer.from(secretHash).toString('hex')) ?? { live: false, reason: 'unknown' },
      ),
    isReservedId: (_projectId, id) => answer('external', () => id === ada),
    getMembership: () => answer('membership', () => undefined),
    getProjectRules: () =>
      answer('rules', () => ({
        live: true,
        bannedIds: [],
        bannedAddresses: [],
        allowedAddresses: [],
        deniedAddresses: [],
      })),
  };
  return { source, tokens, apiTokens, secrets, asked, state };
}

export function setup() {
  const known = harness();
  const clock = { now: 1_000 };
  const identities = createIdentities({ source: known.source, publicUrl, cacheMs: 5_000, clock: () => clock.now });
  const verify = async (header: string) => (await identities.credentials.verify(header, address)).value.principal;
  return { ...known, clock, identities, verify };
}

export const userClaims = { sub: 'user', aud: publicUrl, _id: ada, jti: 'j-ada', iss: publicUrl };

export function sign(claims: Record<string, unknown>, key = privateKey, header: object = {}): Promise<string> {
  return new SignJWT({ iss: publicUrl, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'k1', typ: 'JWT', ...header })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);
}

export function signShared(claims: Record<string, unknown>, secret: string | Buffer, alg = 'HS256'): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = Math.floor(Date.now() / 1000);
  const text = `${encode({ alg, kid: 'k1', typ: 'JWT' })}.${encode({ iat: seconds, exp: seconds + 3600, ...claims })}`;
  const hash = alg.replace('HS', 'sha');
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

export const unauthorized = expect.objectContaining({ code: 'unauthorized' });
