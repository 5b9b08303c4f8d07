import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { maybe, Timestamp, text } from '../fields.ts';
import { SmallObject } from './fields.ts';
import { EmailAddress } from './user.fields.ts';

const open = { role: 'public', method: 'post', idempotency: 'ignored', tag: 'Sign-in' } as const;

const GuestView = z.object({
  _id: z.string(),
  id: z.string(),
  firstname: z.string(),
  lastname: z.string().optional(),
  email: z.string().optional(),
  attributes: z.record(z.string(), z.unknown()),
  fullName: z.string(),
});

/** How visitors come in. Source: contract 10 sections 4 and 5. */
export const visitorApi = defineApi('workspace', {
  signInAnonymously: {
    right: 'none',
    ...open,
    path: '/v3/auth/signinAnonymously',
    rate: 'anonymous',
    idempotency: 'strangers',
    secretAnswer: true,
    body: z.object({
      id_project: z.string(),
      firstname: maybe(text(64).trim()),
      lastname: maybe(text(64).trim()),
      email: maybe(z.union([z.literal(''), EmailAddress])),
      attributes: maybe(SmallObject),
    }),
    response: z.object({ success: z.literal(true), token: z.string(), expiresAt: Timestamp, user: GuestView }),
    errors: ['project_not_found', 'banned', 'ip_not_allowed', 'origin_not_allowed'],
    summary: 'Sign in as an anonymous visitor of a project',
    description:
      'With an `Idempotency-Key` of at least 32 characters, a repeated call within 24 hours returns the same guest and the same token. The key must be random: anyone who knows it can get the token.',
    example: { body: { id_project: '64f0c0a1b2c3d4e5f6a7b8c9', firstname: 'Vera' } },
  },
  signInWithCustomToken: {
    right: 'none',
    ...open,
    path: '/v3/auth/signinWithCustomToken',
    rate: 'exchange',
    authorization: 'forward',
    stream: 'raw',
    response: z.object({
      success: z.literal(true),
      token: z.string(),
      expiresAt: Timestamp,
      /** The customer's claims as sent, with `_id`, `id`, `fullName`, `role`; or the record behind a token of ours. */
      user: z.record(z.string(), z.unknown()),
    }),
    errors: [
      'authorization_malformed',
      'unauthorized',
      'not_a_member',
      'banned',
      'origin_not_allowed',
      'role_not_provisionable',
    ],
    summary: 'Exchange a token signed by the customer’s own server, or look up a Parley token',
  },
});
