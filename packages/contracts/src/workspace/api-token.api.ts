import { z } from 'zod';

import { teamPeople } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { maybe, oneOf, PathId, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { rightNames } from '../rights.ts';
import { ApiTokenView, ApiTokenWithSecretView } from './api-token.views.ts';
import { NameText, teammateRoles } from './fields.ts';

const base = '/v3/:id_project/api_tokens';
// A token makes no tokens: one that leaked could otherwise outlive its own end.
const managed = { role: 'admin', kinds: teamPeople, refusal: 'users_only', tag: 'Machine tokens' } as const;
const ofToken = z.object({ id_project: PathId, api_token_id: PathId });

/** Seconds, at most 366 days. */
const Lifetime = z
  .number()
  .int()
  .min(60)
  .max(366 * 86_400);

/** Tokens for programs, which act for the person who made them. Source: contract 12 section 4. */
export const apiTokenApi = defineApi('workspace', {
  listApiTokens: {
    right: 'tokens.own',
    ...managed,
    method: 'get',
    path: base,
    params: z.object({ id_project: PathId }),
    query: z.object(pageQuery({ sortable: ['createdAt'] })),
    response: z.array(ApiTokenView),
    errors: [],
    summary: 'Machine tokens of the project, those that have ended within 30 days included',
  },
  createApiToken: {
    right: 'tokens.own',
    ...managed,
    method: 'post',
    path: base,
    secretAnswer: true,
    params: z.object({ id_project: PathId }),
    body: z.object({
      name: NameText,
      role: oneOf(teammateRoles),
      rights: maybe(z.array(oneOf(rightNames)).min(1).max(rightNames.length)),
      expires_in: Lifetime,
      allowed_ips: maybe(z.array(text(64, 1)).max(50)),
    }),
    response: ApiTokenWithSecretView,
    errors: ['limit_reached'],
    summary: 'Make a machine token; its secret is shown this once',
    description:
      'The token acts for the caller, under its own name and with at most the caller’s role. `expires_in` is in seconds, at most 366 days. It is used as `Authorization: Bearer pat_…`.',
    example: {
      body: { name: 'Nightly export', role: 'agent', expires_in: 7_776_000, allowed_ips: ['203.0.113.0/24'] },
    },
  },
  rotateApiToken: {
    right: 'tokens.own',
    ...managed,
    method: 'post',
    path: `${base}/:api_token_id/rotate`,
    secretAnswer: true,
    params: ofToken,
    body: z.object({ expires_in: maybe(Lifetime) }),
    response: ApiTokenWithSecretView,
    errors: ['token_not_found', 'token_ended', 'limit_reached', 'version_mismatch'],
    summary: 'Give a machine token a new secret; the old one works for 24 hours more',
    description: '`expires_in`, in seconds from now, also moves the end of the token.',
    example: { body: { expires_in: 7_776_000 } },
  },
  revokeApiToken: {
    right: 'tokens.own',
    ...managed,
    method: 'delete',
    path: `${base}/:api_token_id`,
    identity: 'changes',
    params: ofToken,
    response: ApiTokenView,
    errors: ['token_not_found', 'version_mismatch'],
    summary: 'Revoke a machine token at once; again, the same answer',
  },
});
