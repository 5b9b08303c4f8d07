import { outboundConfig } from '@parley/outbound';
import {
  CommonConfig,
  duration,
  file,
  fileTypes,
  flag,
  integer,
  list,
  type Production,
  url,
} from '@parley/service-kit/config';
import { z } from 'zod';

import { isVapidPrivateKey } from './push/vapid-key.ts';
import { isSigningKeySet } from './token/signing-keys.ts';

/** Of password hashes in production. Source: contract 10 section 4. */
const minMemoryKib = 19_456;

/** Environment variables of this service; those of every service are added by the kit. */
export const config = z.object({
  /** In `production` no sign-in codes are made. */
  NODE_ENV: CommonConfig.shape.NODE_ENV,
  /** Address of the gateway for clients: `iss` and `aud` of tokens. */
  PUBLIC_URL: url().default('http://127.0.0.1:3000'),
  /** Address of the dashboard, for links in mails. */
  DASHBOARD_URL: url().default('http://127.0.0.1:3000/dashboard'),

  /** A JWK set of Ed25519 private keys. The first one signs, all verify. Default: keys that last as long as the process. */
  TOKEN_SIGNING_KEYS: z.string().refine(isSigningKeySet, 'must be a JWK set of Ed25519 private keys').optional(),
  /** Life of a token of a user. */
  USER_TOKEN_TTL: duration('30d'),
  /** Life of a token of a guest. */
  GUEST_TOKEN_TTL: duration('365d'),
  /** Life of a messaging token. */
  MESSAGING_TOKEN_TTL: duration('30d'),
  /** Life of the access token of a browser session. */
  SESSION_TOKEN_TTL: duration('15m'),
  /** Life of a browser session after its last renewal. */
  SESSION_TTL: duration('30d'),
  /** Longest life of a browser session. */
  SESSION_MAX: duration('90d'),
  /** Largest file in bytes, as set for media; part of the widget’s settings. */
  MEDIA_FILE_BYTES: integer({ min: 1, byDefault: 20 * 2 ** 20 }),
  /** Types of files, as set for media; part of the widget’s settings. */
  MEDIA_TYPES: fileTypes().optional(),
  /** Secret with which an external engine verifies messaging tokens. Default: they are signed like other tokens. */
  MESSAGING_JWT_SECRET: z.string().min(32).optional(),
  /** Longest age of a customer's token without `exp`. */
  CUSTOM_TOKEN_MAX_AGE: duration('24h'),
  /** Maximum number of live tokens of a user; the next one ends the oldest. */
  MAX_USER_TOKENS: integer({ min: 1, max: 10_000, byDefault: 100 }),
  /** How long the data of a deleted project is kept. */
  PROJECT_ERASURE_DELAY: duration('30d'),
  /** Maximum number of projects that a user may own. */
  MAX_OWNED_PROJECTS: integer({ min: 1, byDefault: 100 }),

  /** Folder of all embedded data; mails are written to `mail/` in it. */
  PARLEY_DATA: z.string().default('.parley'),
  /** Mail server, `smtp://` or `smtps://`; without it mails are written to files. */
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  /** `off`: no mail is sent. */
  MAIL_DELIVERY: z.enum(['on', 'off']).default('on'),
  /** Sender of mails. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, 'must be a mail address')
    .default('Parley <no-reply@parley.invalid>'),

  /** Private key of push notifications (VAPID): P-256, 32 bytes in base64url. Without it none are sent. A new one ends all subscriptions. */
  VAPID_PRIVATE_KEY: z
    .string()
    .refine(isVapidPrivateKey, 'must be a private key of P-256: 32 bytes in base64url')
    .optional(),
  /** JSON file of the connections by which anyone of the installation may sign in (OpenID Connect). */
  OIDC_CONNECTIONS: file().optional(),
  /** Name servers that are asked for the records by which projects prove their domains; default: those of the system. */
  SIGN_IN_DNS: list().pipe(
    z.array(
      z.string().regex(/^(?:[\d.]+|\[[\da-f:]+\]|[\da-f:]+)(?::\d{1,5})?$/i, 'must be addresses of name servers'),
    ),
  ),
  ...outboundConfig,

  /** `invited`: only people who have been invited may sign up. */
  SIGNUP: z.enum(['open', 'invited']).default('open'),
  /** Whether a sign-up hides that an address is taken; sign-in then requires a verified address. */
  SIGNUP_PRIVATE: flag(false),
  /** Whether a person must verify their address before an invitation lets them join. */
  REQUIRE_VERIFIED_EMAIL: flag(true),

  /** Memory of a password’s argon2id hash in KiB; in production at least the default. Other hashes are replaced when their owners sign in. */
  PASSWORD_MEMORY_KIB: integer({ min: 8, max: 2 ** 22, byDefault: minMemoryKib }),
  /** Threads for password hashes, signatures, DNS and files; read by Node itself. Hashes use all but two. */
  UV_THREADPOOL_SIZE: integer({ min: 1, max: 1_024, byDefault: 4 }),
});

export type Config = z.output<typeof config>;

/** Required in production. Source: contract 10 section 11. */
export const production: Production = {
  required: ['PUBLIC_URL', 'DASHBOARD_URL', 'TOKEN_SIGNING_KEYS', 'DATA_KEY', 'ACTOR_KEY', 'DATABASE_URL_WORKSPACE'],
  refuse: (env) => [
    ...(env.PUBLIC_URL?.startsWith('http:') ? ['PUBLIC_URL: must be https in production'] : []),
    ...(!env.SMTP_URL && env.MAIL_DELIVERY !== 'off'
      ? ['SMTP_URL: is missing; set it, or MAIL_DELIVERY=off to send no mail']
      : []),
    ...(Number(env.PASSWORD_MEMORY_KIB ?? minMemoryKib) < minMemoryKib
      ? [`PASSWORD_MEMORY_KIB: must be at least ${minMemoryKib} in production`]
      : []),
  ],
};
