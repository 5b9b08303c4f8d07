import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export interface Claims {
  email?: string;
  email_verified?: boolean;
  [name: string]: unknown;
}

/** Of the client that Parley is to the provider. */
export const oidcClient = { client_id: 'parley', client_secret: 'a-secret-of-the-client-of-tests' };

const afterLogout = 'https://parley.example/console/signin';

/** An OpenID provider on loopback, with people whom a test adds. */
export async function startIdentityProvider(...redirectUris: string[]) {
  const people = new Map<string, Claims>();
  let handle: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => res.writeHead(503).end();
  let respond: ((req: IncomingMessage, res: ServerResponse) => boolean) | undefined;
  const server = createServer((req, res) => {
    if (!respond?.(req, res)) handle(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  let key = newKey();
  const begin = () => {
    const provider = new Provider(issuer, {
      clients: [
        {
          ...oidcClient,
          redirect_uris: ['https://parley.example/registered'],
          post_logout_redirect_uris: [afterLogout],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: {
        openid: ['sub', 'groups', '_claim_names'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name'],
      },
      conformIdTokenClaims: false,
      cookies: { keys: ['a key of the cookies of tests'] },
      jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: kidOf(key), use: 'sig', alg: 'RS256' }] },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...people.get(id) }),
      }),
    });
    // Addresses are registered while it runs, as at every provider.
    provider.Client.prototype.redirectUriAllowed = (uri: string) => redirectUris.includes(uri);
    provider.Client.prototype.postLogoutRedirectUriAllowed = (uri: string) =>
      uri === afterLogout || redirectUris.includes(uri);
    // Its pages for developers load a font from elsewhere, which a page of tests must not.
    provider.use(async (context, next) => {
      await next();
      if (typeof context.body === 'string') context.body = context.body.replace(/@import url\([^)]*\);/, '');
    });
    handle = provider.callback();
  };
  begin();

  return {
    issuer,
    /** Signs with a new key, as after a rotation. */
    rotateKeys() {
      key = newKey();
      begin();
    },
    /** Registers one more address to lead browsers back to. */
    allow(redirectUri: string) {
      redirectUris.push(redirectUri);
    },
    /** A token under the key of the provider. */
    sign: (claims: JWTPayload, more: Record<string, unknown> = {}) =>
      new SignJWT({ iss: issuer, aud: oidcClient.client_id, iat: Math.floor(Date.now() / 1000), jti: 'one', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: kidOf(key), ...more })
        .sign(key),
    /** What the provider will say of a person. */
    add: (subject: string, claims: Claims) => people.set(subject, claims),
    /** Answers before the provider does, where it returns true. */
    before: (handler: typeof respond) => {
      respond = handler;
    },
    /** What a person does there with a browser: signs in and agrees. @returns where the browser is led at last */
    async visit(url: string, subject: string): Promise<string> {
      const jar = new Map<string, string>();
      let next = url;
      for (let hop = 0; hop < 12; hop += 1) {
        const { pathname, origin } = new URL(next);
        if (origin !== issuer) return next;
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const form = pathname.startsWith('/interaction/')
          ? { method: 'POST', body: await answerOf(next, cookie, subject) }
          : {};
        const answer = await fetch(next, { redirect: 'manual', headers: { cookie }, ...form });
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`${pathname} answered ${answer.status}: ${await answer.text()}`);
        next = new URL(location, next).href;
      }
      throw new Error('the provider leads in circles');
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

/** Another key has another name, as of every provider. */
function kidOf(key: KeyObject): string {
  const bytes = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/** The form of the page: who the person is, else that they agree. */
async function answerOf(url: string, cookie: string, subject: string): Promise<URLSearchParams> {
  const page = await (await fetch(url, { headers: { cookie } })).text();
  return page.includes('name="login"')
    ? new URLSearchParams({ prompt: 'login', login: subject, password: 'any' })
    : new URLSearchParams({ prompt: 'consent' });
}
