import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { AnyPathId, maybe, text } from '../fields.ts';
import { SessionView } from './session.api.ts';
import { EmailAddress, GivenPassword } from './user.fields.ts';

const open = { right: 'none', role: 'public', idempotency: 'ignored', tag: 'Sign-in' } as const;
/** Pages of browsers, which are led on by `Location`. */
const led = {
  ...open,
  method: 'get',
  rate: 'sign_in',
  cookie: 'flow',
  stream: 'raw',
  status: 302,
  produces: ['text/html'],
} as const;

/** Signing in by OpenID Connect. Source: contract 12 section 2. */
export const oidcApi = defineApi('workspace', {
  listConnections: {
    ...open,
    method: 'get',
    path: '/v3/auth/oidc',
    response: z.array(z.object({ id: z.string(), name: z.string() })),
    errors: [],
    summary: 'Connections by which anyone of the installation may sign in',
  },
  findConnection: {
    ...open,
    method: 'post',
    path: '/v3/auth/oidc/lookup',
    body: z.object({ email: EmailAddress }),
    response: z.object({
      connections: z.array(z.object({ id: z.string(), name: z.string() })),
      /** A password is of no use to members of this domain. */
      enforced: z.boolean(),
    }),
    errors: [],
    summary: 'Connections for people of the domain of an address; says nothing of accounts',
    example: { body: { email: 'ada@acme.example' } },
  },
  startOidc: {
    ...led,
    path: '/v3/auth/oidc/:connection/start',
    params: z.object({ connection: AnyPathId }),
    query: z.object({ return: maybe(text(2_000)) }),
    response: z.string(),
    errors: ['connection_not_found'],
    summary: 'Lead a browser to the identity provider',
    description: 'Answers 302. `return` is a path of the console, where the browser is led afterwards.',
  },
  finishOidc: {
    ...led,
    path: '/v3/auth/oidc/callback',
    response: z.string(),
    errors: [],
    summary: 'Take up the browser that comes from the identity provider; sets the session cookie',
    description:
      'The redirect address of every connection of the installation. Answers 302, also where the sign-in is refused: the sign-in page says why.',
  },
  finishProjectOidc: {
    ...led,
    path: '/v3/auth/oidc/:connection/callback',
    params: z.object({ connection: AnyPathId }),
    response: z.string(),
    errors: [],
    summary: 'The same for one connection of a project, whose redirect address is its own',
  },
  endSessionsByIssuer: {
    ...open,
    method: 'post',
    path: '/v3/auth/oidc/:connection/logout',
    rate: 'exchange',
    stream: 'raw',
    bodyLimit: 16_384,
    params: z.object({ connection: AnyPathId }),
    body: z.object({ logout_token: text(12_000, 1) }),
    consumes: ['application/x-www-form-urlencoded'],
    response: z.object({ success: z.literal(true) }),
    errors: ['connection_not_found', 'logout_token_invalid', 'issuer_unreachable'],
    summary: 'Back-channel logout: the identity provider ends the sessions that it has made',
  },
  linkOidc: {
    ...open,
    method: 'post',
    path: '/v3/auth/session/link',
    rate: 'sign_in',
    cookie: 'session',
    body: z.object({ challenge: text(200, 1), password: GivenPassword }),
    response: SessionView,
    errors: [
      'invalid_credentials',
      'second_factor_required',
      'sign_in_code_invalid',
      'rate_limited',
      'busy',
      'sign_in_by_connection',
      'not_invited',
    ],
    summary: 'Connect an identity to an account that has a password, by that password; sets the session cookie',
    example: { body: { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', password: 'analytical engine' } },
  },
});
