import { oidcErrors } from '@parley/contracts';
import type { Outbound } from '@parley/outbound';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';

import { type Connection, type Identity, identityIn } from './connection.ts';

/** Calls of issuers, which a person waits for. */
const limits = { connectMs: 2_000, totalMs: 5_000, bodyBytes: 262_144 };
/** Keys are read again when one is unknown; the rest of what an issuer says of itself after an hour. */
const metadataMs = 3_600_000;

/** What has to be known when the browser comes back. */
export interface OidcRequest {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The identity providers of the installation, spoken to through the outbound guard. */
export class Issuers {
  readonly #connections: ReadonlyMap<string, Connection>;
  readonly #outbound: Outbound;
  readonly #redirectUri: string;
  readonly #known = new Map<string, { configuration: Promise<Configuration>; until: number }>();

  constructor(connections: readonly Connection[], { outbound, publicUrl }: { outbound: Outbound; publicUrl: string }) {
    this.#connections = new Map(connections.map((connection) => [connection.id, connection]));
    this.#outbound = outbound;
    this.#redirectUri = `${publicUrl}/v3/auth/oidc/callback`;
  }

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
      redirect_uri: this.#redirectUri,
      scope: connection.scopes,
      state: request.state,
      nonce: request.nonce,
      code_challenge: await calculatePKCECodeChallenge(request.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { ...request, url };
  }

  /**
   * Exchanges the code, and verifies what comes for it.
   * @param search the query that the browser came back with
   * @throws oidcErrors.issuer_unreachable, sign_in_refused
   */
  async finish(connection: Connection, search: string, request: OidcRequest): Promise<Identity> {
    const configuration = await this.#configurationOf(connection);
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}${search}`), {
        pkceCodeVerifier: request.codeVerifier,
        expectedNonce: request.nonce,
        expectedState: request.state,
        idTokenExpected: true,
      });
      const claims = { ...tokens.claims() } as Record<string, unknown>;
      const { userinfo_endpoint: more } = configuration.serverMetadata();
      if (claims.email === undefined && more !== undefined)
        Object.assign(claims, await fetchUserInfo(configuration, tokens.access_token, String(claims.sub)));
      return identityIn(claims, connection);
    } catch (cause) {
      throw isUnreachable(cause) ? oidcErrors.issuer_unreachable({}, cause) : oidcErrors.sign_in_refused({}, cause);
    }
  }

  #configurationOf(connection: Connection): Promise<Configuration> {
    const known = this.#known.get(connection.id);
    if (known && known.until > Date.now()) return known.configuration;
    const configuration = this.#discover(connection).catch((cause: unknown) => {
      this.#known.delete(connection.id);
      throw oidcErrors.issuer_unreachable({}, cause);
    });
    this.#known.set(connection.id, { configuration, until: Date.now() + metadataMs });
    return configuration;
  }

  #discover({ issuer, client_id, client_secret }: Connection): Promise<Configuration> {
    // Plain HTTP passes the guard only for hosts that the operator has named.
    const execute = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
    const metadata = { client_secret, [clockTolerance]: 60 };
    return discovery(issuer, client_id, metadata, ClientSecretPost(client_secret), {
      execute,
      [customFetch]: (url, options) => this.#fetch(url, options),
    });
  }

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

class UnreachableError extends Error {
  override name = 'UnreachableError';
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UnreachableError) return true;
  return false;
}
