import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { AnyPathId, maybe, text } from '../fields.ts';
import { SessionView } from './session.api.ts';
import { GivenPassword } from './user.fields.ts';

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
      'The redirect address of every connection. Answers 302, also where the sign-in is refused: the sign-in page says why.',
  },
  linkOidc: {
    ...open,
    method: 'post',
    path: '/v3/auth/session/link',
    rate: 'sign_in',
    cookie: 'session',
    body: z.object({ challenge: text(200, 1), password: GivenPassword }),
    response: SessionView,
    errors: ['invalid_credentials', 'second_factor_required', 'sign_in_code_invalid', 'rate_limited', 'busy'],
    summary: 'Connect an identity to an account that has a password, by that password; sets the session cookie',
    example: { body: { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', password: 'analytical engine' } },
  },
});
