import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { BooleanWord, maybe, Timestamp, text } from '../fields.ts';
import { GivenPassword } from './user.fields.ts';
import { SignedInUserView } from './user.views.ts';

const ofBrowser = {
  role: 'public',
  cookie: 'session',
  idempotency: 'ignored',
  tag: 'Sign-in',
  description:
    'For pages of the console: `Origin` must be one of its own. The cookie works only here; all other calls take the access token.',
} as const;

/** Either `code`, or `email` and `password`. */
const Proof = z
  .object({
    email: maybe(text(254, 1).trim().toLowerCase()),
    password: maybe(GivenPassword),
    code: maybe(text(200, 1)),
  })
  .superRefine(({ email, password, code }, { addIssue }) => {
    const wanted = { email, password };
    for (const name of ['email', 'password'] as const) {
      const isGiven = wanted[name] !== undefined;
      if (isGiven && code !== undefined)
        addIssue({ code: 'custom', path: [name], message: 'Not together with `code`' });
      if (!isGiven && code === undefined) addIssue({ code: 'custom', path: [name], message: 'Required' });
    }
  });

/** What a browser keeps of its session, beside the cookie that scripts cannot read. */
export const SessionView = z.object({
  success: z.literal(true),
  signed_in: z.literal(true),
  token: z.string(),
  expiresAt: Timestamp,
  session: z.object({ _id: z.string(), id: z.string(), createdAt: Timestamp, expiresAt: Timestamp }),
  user: SignedInUserView,
});
export type SessionView = z.output<typeof SessionView>;

/** The answer to `optional=true` in a browser without a session. */
const SignedOutView = z.object({ success: z.literal(true), signed_in: z.literal(false) });

/** Sessions of browsers: a cookie that scripts cannot read, and short-lived access tokens made with it. Source: contract 82 section 1. */
export const sessionApi = defineApi('workspace', {
  createSession: {
    right: 'none',
    ...ofBrowser,
    method: 'post',
    path: '/v3/auth/session',
    rate: 'sign_in',
    body: Proof,
    response: SessionView,
    errors: ['invalid_credentials', 'second_factor_required', 'sign_in_code_invalid', 'busy', 'sign_in_by_connection'],
    summary: 'Sign in a browser; sets the session cookie',
    example: { body: { email: 'ada@acme.io', password: 'analytical engine' } },
  },
  renewSession: {
    right: 'none',
    ...ofBrowser,
    method: 'post',
    path: '/v3/auth/session/token',
    stream: 'raw',
    query: z.object({ optional: maybe(BooleanWord) }),
    response: z.union([SessionView, SignedOutView]),
    errors: ['unauthorized'],
    summary: 'Renew the access token of a browser session',
  },
  endSession: {
    right: 'none',
    ...ofBrowser,
    method: 'delete',
    path: '/v3/auth/session',
    // A call without a session makes the gateway forget identities all the same.
    rate: 'sign_in',
    identity: 'changes',
    stream: 'raw',
    response: z.object({
      success: z.literal(true),
      msg: z.string(),
      /** Of a session that an identity provider has made: where the browser ends the one there as well. */
      logout_url: z.string().optional(),
    }),
    errors: [],
    summary: 'Sign out a browser; clears the session cookie',
  },
});
