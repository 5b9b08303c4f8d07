import { z } from 'zod';

import { everyPerson, everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { TokenView } from './views.ts';

const tag = 'Tokens';
const own = { role: 'signed_in', kinds: everyPerson, refusal: 'users_only', tag } as const;

const PublicJwk = z.object({
  kid: z.string(),
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
});

/** The history of the caller's tokens, their end, and what is made from them. Source: contract 10 sections 2, 7, 9. */
export const tokenApi = defineApi('workspace', {
  listTokens: {
    right: 'none',
    ...own,
    method: 'get',
    path: '/v3/jwt/history',
    query: z.object({
      ...pageQuery({ sortable: ['createdAt', 'expiresAt'] }),
    }),
    response: z.array(TokenView),
    errors: [],
    summary: 'List the caller’s tokens: issued, revoked and expired',
  },
  revokeTokenById: {
    right: 'none',
    ...own,
    method: 'delete',
    path: '/v3/jwt/history/id/:id',
    identity: 'changes',
    params: z.object({ id: AnyPathId }),
    response: TokenView,
    errors: ['token_not_found'],
    summary: 'Revoke a token by the id of its history record',
  },
  revokeToken: {
    right: 'none',
    ...own,
    method: 'delete',
    path: '/v3/jwt/history/:jti',
    identity: 'changes',
    params: z.object({ jti: AnyPathId }),
    response: TokenView,
    errors: ['token_not_found'],
    summary: 'Revoke a token by its `jti`',
  },
  signOut: {
    right: 'none',
    method: 'post',
    path: '/v3/auth/signout',
    role: 'signed_in',
    kinds: everyPerson,
    refusal: 'users_only',
    identity: 'changes',
    response: z.object({ success: z.literal(true), msg: z.string() }),
    errors: ['unauthorized'],
    summary: 'Revoke the token of this call',
    tag,
  },
  createMessagingToken: {
    right: 'none',
    ...own,
    method: 'post',
    path: '/v3/chat21/native/auth/createCustomToken',
    rate: 'messaging_token',
    secretAnswer: true,
    response: z.object({
      userid: z.string(),
      fullname: z.string(),
      firstname: z.string(),
      lastname: z.string(),
      token: z.string(),
    }),
    errors: [],
    summary: 'Get a token for the messaging engine and the sockets; not valid for this API',
  },
  testAuth: {
    right: 'none',
    method: 'get',
    path: '/v3/testauth',
    role: 'signed_in',
    kinds: everyPrincipal,
    response: z.object({ success: z.literal(true) }),
    errors: [],
    summary: 'Check whether the credentials are valid',
    tag,
  },
  getPublicKeys: {
    right: 'none',
    method: 'get',
    path: '/.well-known/jwks.json',
    role: 'public',
    revalidated: true,
    response: z.object({ keys: z.array(PublicJwk) }),
    errors: [],
    summary: 'List the public keys that verify Parley’s tokens',
    tag,
  },
});
