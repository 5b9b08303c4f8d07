import { oidcErrors } from '@parley/contracts';
import type { Outbound } from '@parley/outbound';
import { LRUCache } from '@parley/service-kit/concurrency';
import { createRemoteJWKSet, errors, type JWTPayload, customFetch as jwksFetch, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';

import { type Connection, type Identity, identityIn, redirectUriOf } from './connection.ts';

/** Calls of issuers, which a person waits for. */
const limits = { connectMs: 2_000, totalMs: 5_000, bodyBytes: 262_144 };
/** Keys are read again when one is unknown; the rest of what an issuer says of itself after an hour. */
const metadataMs = 3_600_000;
const maxKnown = 500;
const clockSkewSeconds = 60;
/** Signatures of logout tokens: they cannot be made with the client's secret. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** What has to be known when the browser comes back. */
export interface OidcRequest {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What an issuer has vouched for. */
export interface IssuedLogin {
  identity: Identity;
  claims: Record<string, unknown>;
  /** The session at the issuer. */
  sid?: string;
  idToken: string;
}

/** Whom an issuer signs out: a session there, or all of a person. */
export interface IssuerLogout {
  sid?: string;
  subject?: string;
  /** Sessions that were made later go on. */
  before: Date;
}

interface KnownIssuer {
  configuration: Promise<Configuration>;
  keys?: ReturnType<typeof createRemoteJWKSet>;
  until: number;
}

/** Identity providers, spoken to through the outbound guard. */
export class Issuers {
  readonly #connections: ReadonlyMap<string, Connection>;
  readonly #outbound: Outbound;
  readonly #publicUrl: string;
  readonly #known = new LRUCache<string, KnownIssuer>({ max: maxKnown });

  constructor(connections: readonly Connection[], { outbound, publicUrl }: { outbound: Outbound; publicUrl: string }) {
    this.#connections = new Map(connections.map((connection) => [connection.id, connection]));
    this.#outbound = outbound;
    this.#publicUrl = publicUrl;
  }

  /** Those of the installation. */
  get connections(): Connection[] {
    return [...this.#connections.values()];
  }

  find(id: string): Connection | undefined {
    return this.#connections.get(id);
  }

  /** Where the browser goes. @throws oidcErrors.issuer_unreachable */
  async begin(connection: Connection): Promise<OidcRequest & { url: URL }> {
    const configuration = await this.#configurationOf(connection);
    const request = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUriOf(connection, this.#publicUrl),
      scope: connection.scopes,
      state: request.state,
      nonce: request.nonce,
      code_challenge: await calculatePKCECodeChallenge(request.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { ...request, url };
  }

  /**
   * Exchanges the code, and verifies what comes for it, its signature included.
   * @param search the query that the browser came back with
   * @throws oidcErrors.issuer_unreachable, sign_in_refused
   */
  async finish(connection: Connection, search: string, request: OidcRequest): Promise<IssuedLogin> {
    const configuration = await this.#configurationOf(connection);
    try {
      const address = new URL(`${redirectUriOf(connection, this.#publicUrl)}${search}`);
      const tokens = await authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: request.codeVerifier,
        expectedNonce: request.nonce,
        expectedState: request.state,
        idTokenExpected: true,
      });
      await this.#verify(connection, configuration, tokens.id_token ?? '');
      const claims = { ...tokens.claims() } as Record<string, unknown>;
      const { userinfo_endpoint: more } = configuration.serverMetadata();
      if (more !== undefined && wantedClaims(connection).some((name) => claims[name] === undefined))
        for (const [name, value] of Object.entries(
          await fetchUserInfo(configuration, tokens.access_token, String(claims.sub)),
        ))
          claims[name] ??= value;
      const { sid } = claims;
      return {
        identity: identityIn(claims, connection),
        claims,
        ...(typeof sid === 'string' && { sid: sid.slice(0, 255) }),
        idToken: tokens.id_token ?? '',
      };
    } catch (cause) {
      throw isUnreachable(cause) ? oidcErrors.issuer_unreachable({}, cause) : oidcErrors.sign_in_refused({}, cause);
    }
  }

  /** Where a browser ends its session at the issuer; nothing where the issuer has no such place, or does not answer. */
  async logoutUrl(connection: Connection, idToken: string): Promise<string | undefined> {
    const configuration = await this.#configurationOf(connection).catch(() => undefined);
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${this.#publicUrl}/console/signin` };
    return buildEndSessionUrl(configuration, parameters).href;
  }

  /**
   * Verifies a logout token (OpenID Connect Back-Channel Logout).
   * @throws oidcErrors.issuer_unreachable, logout_token_invalid
   */
  async readLogout(connection: Connection, token: string): Promise<IssuerLogout> {
    const configuration = await this.#configurationOf(connection);
    try {
      const { payload } = await this.#verify(connection, configuration, token, { maxTokenAge: '2 minutes' });
      return logoutIn(payload);
    } catch (cause) {
      throw isUnreachable(cause)
        ? oidcErrors.issuer_unreachable({}, cause)
        : oidcErrors.logout_token_invalid({}, cause);
    }
  }

  /** Whether the address is that of an OpenID provider, read again. @throws oidcErrors.issuer_unreachable */
  async inspect(connection: Connection): Promise<IssuerInspection> {
    this.#known.delete(keyOf(connection));
    const configuration = await this.#configurationOf(connection);
    const { jwks_uri: address, end_session_endpoint: end } = configuration.serverMetadata();
    const keys = address === undefined ? undefined : await this.#outbound.get(address, { headers: {}, limits });
    return {
      hasKeys: keys?.status === 200 && hasKeys(keys.body),
      clientProblem: await this.#clientProblem(connection, configuration),
      hasLogout: end !== undefined,
    };
  }

  /** Providers check the client before the code: one that is refused alone proves that they know the client. */
  async #clientProblem(connection: Connection, configuration: Configuration): Promise<string | undefined> {
    try {
      const address = new URL(redirectUriOf(connection, this.#publicUrl));
      const state = randomState();
      const { issuer } = configuration.serverMetadata();
      address.search = new URLSearchParams({ code: randomState(), state, iss: issuer }).toString();
      await authorizationCodeGrant(configuration, address, {
        expectedState: state,
        pkceCodeVerifier: randomPKCECodeVerifier(),
      });
      return undefined;
    } catch (error) {
      if (error instanceof ResponseBodyError)
        return error.error === 'invalid_grant' ? undefined : error.error.slice(0, 64);
      return isUnreachable(error) ? 'unreachable' : 'unexpected_answer';
    }
  }

  /**
   * Verifies a token by the keys of the issuer, which are read again when one is unknown; never by keys that the token names.
   * @throws errors of jose; UnreachableError
   */
  async #verify(
    connection: Connection,
    configuration: Configuration,
    token: string,
    more: { maxTokenAge?: string } = {},
  ) {
    const { jwks_uri: address, issuer } = configuration.serverMetadata();
    if (address === undefined) throw new Error('the issuer names no keys');
    const known = this.#known.get(keyOf(connection));
    const keys = known?.keys ?? createRemoteJWKSet(new URL(address), { [jwksFetch]: this.#fetchKeys });
    if (known) known.keys = keys;
    const checks = { issuer, audience: connection.client_id, algorithms, clockTolerance: clockSkewSeconds, ...more };
    try {
      return await jwtVerify(token, keys, checks);
    } catch (error) {
      // The set waits between two readings; anyone may send logout tokens, so that for these it has to.
      if (!(error instanceof errors.JWKSNoMatchingKey) || more.maxTokenAge !== undefined) throw error;
      await keys.reload();
      return jwtVerify(token, keys, checks);
    }
  }

  #configurationOf(connection: Connection): Promise<Configuration> {
    const key = keyOf(connection);
    const known = this.#known.get(key);
    if (known && known.until > Date.now()) return known.configuration;
    const configuration = this.#discover(connection).catch((cause: unknown) => {
      this.#known.delete(key);
      throw oidcErrors.issuer_unreachable({}, cause);
    });
    this.#known.set(key, { configuration, until: Date.now() + metadataMs });
    return configuration;
  }

  #discover({ issuer, client_id, client_secret }: Connection): Promise<Configuration> {
    // Plain HTTP passes the guard only for hosts that the operator has named.
    const execute = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
    const metadata = { client_secret, [clockTolerance]: clockSkewSeconds };
    return discovery(issuer, client_id, metadata, ClientSecretPost(client_secret), {
      execute,
      [customFetch]: (url, options) => this.#fetch(url, options),
    });
  }

  readonly #fetchKeys = (url: string) => this.#fetch(url, { method: 'GET', headers: {} });

  async #fetch(
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
  ) {
    const call = { headers, limits, body: typeof body === 'string' ? body : String(body ?? '') };
    const answer = method === 'GET' ? await this.#outbound.get(url, call) : await this.#outbound.post(url, call);
    if (answer.status === undefined) throw new UnreachableError(answer.outcome);
    const content = String(answer.headers['content-type'] ?? '');
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: { 'content-type': content } });
  }
}

export interface IssuerInspection {
  hasKeys: boolean;
  /** Absent: the provider knows the client. */
  clientProblem?: string | undefined;
  hasLogout: boolean;
}

class UnreachableError extends Error {
  override name = 'UnreachableError';
}

/** The claims that a sign-in looks at; where the ID token lacks one, the issuer is asked for more. */
function wantedClaims({ project }: Connection): string[] {
  return ['email', project?.roleClaim, project?.groupClaim].filter(
    (name) => name !== undefined && name !== '',
  ) as string[];
}

function keyOf({ id, project }: Connection): string {
  return project === undefined ? id : `${id} ${project.version}`;
}

function hasKeys(body: Uint8Array): boolean {
  try {
    const { keys } = JSON.parse(Buffer.from(body).toString('utf8')) as { keys?: unknown };
    return Array.isArray(keys) && keys.length > 0;
  } catch {
    return false;
  }
}

/** @throws Error for what is signed, but no logout token: an ID token, for one */
function logoutIn({ sub, sid, iat, events, nonce, jti }: JWTPayload): IssuerLogout {
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
  const names = { ...(typeof sid === 'string' && { sid }), ...(sub !== undefined && { subject: sub }) };
  if (!isLogout || nonce !== undefined || jti === undefined || iat === undefined || Object.keys(names).length === 0)
    throw new Error('not a logout token');
  return { ...names, before: new Date((iat + clockSkewSeconds) * 1000) };
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UnreachableError) return true;
  return false;
}
