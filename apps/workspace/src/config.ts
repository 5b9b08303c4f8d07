import { duration, flag, integer, type Production, url } from '@parley/service-kit/config';
import { z } from 'zod';

import { isSigningKeySet } from './token/signing-keys.ts';

/** Our environment variables; those every service has are in the kit. */
export const config = z.object({
  /** Where clients reach us: `iss` and `aud` of tokens. */
  PUBLIC_URL: url().default('http://127.0.0.1:3000'),
  /** What links in mails are built from, never a header of the call. */
  DASHBOARD_URL: url().default('http://127.0.0.1:3000/dashboard'),

  /** A JWK set of Ed25519 private keys. The first signs, all verify. Absent: keys that end with the process. */
  TOKEN_SIGNING_KEYS: z.string().refine(isSigningKeySet, 'must be a JWK set of Ed25519 private keys').optional(),
  USER_TOKEN_TTL: duration('30d'),
  GUEST_TOKEN_TTL: duration('365d'),
  MESSAGING_TOKEN_TTL: duration('30d'),
  /** With an external engine: the secret that it verifies messaging tokens with. Absent: they are signed as the others are. */
  MESSAGING_JWT_SECRET: z.string().min(32).optional(),
  /** Life of a customer's token without an end of its own. */
  CUSTOM_TOKEN_MAX_AGE: duration('24h'),
  MAX_USER_TOKENS: integer({ min: 1, max: 10_000, byDefault: 100 }),
  /** How long the data of a deleted project is kept. */
  PROJECT_ERASURE_DELAY: duration('30d'),
  MAX_OWNED_PROJECTS: integer({ min: 1, byDefault: 100 }),

  /** The folder of everything embedded; mails go to `mail/` in it. */
  PARLEY_DATA: z.string().default('.parley'),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  /** `off`: no mail leaves. */
  MAIL_DELIVERY: z.enum(['on', 'off']).default('on'),
  MAIL_FROM: z.string().default('Parley <no-reply@parley.invalid>'),

  SIGNUP: z.enum(['open', 'invited']).default('open'),
  /** A taken address is answered like a fresh one, and sign-in needs a proved one. */
  SIGNUP_PRIVATE: flag(false),
  /** A person joins a project by invitation only once his address is proved. */
  REQUIRE_VERIFIED_EMAIL: flag(true),

  /** Read by Node itself: threads for password hashes, signatures, DNS and files. Hashes leave two of them to the others. */
  UV_THREADPOOL_SIZE: integer({ min: 1, max: 1_024, byDefault: 4 }),
});

export type Config = z.output<typeof config>;

/** Without these a production must not start. Source: contract 10 section 11. */
export const production: Production = {
  required: ['PUBLIC_URL', 'DASHBOARD_URL', 'TOKEN_SIGNING_KEYS', 'DATA_KEY', 'ACTOR_KEY', 'DATABASE_URL_WORKSPACE'],
  refuse: (env) => [
    ...(env.PUBLIC_URL?.startsWith('http:') ? ['PUBLIC_URL: must be https in production'] : []),
    ...(!env.SMTP_URL && env.MAIL_DELIVERY !== 'off'
      ? ['SMTP_URL: is missing; set it, or MAIL_DELIVERY=off to send no mail']
      : []),
  ],
};
