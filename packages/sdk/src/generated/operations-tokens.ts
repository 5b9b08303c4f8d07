// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { CallCode, WriteCode } from './errors.ts';
import type { TokenView } from './types.ts';

export type GetPublicKeysParams = object;

export type SignOutParams = object;

export type CreateMessagingTokenParams = object;

export type ListTokensParams = {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "expiresAt" | null;
  sort?: "createdAt" | "expiresAt" | null;
  direction?: 1 | -1 | null;
};

export type RevokeTokenParams = { jti: string };

export type RevokeTokenByIdParams = { id: string };

export type TestAuthParams = object;

/**
 * List the public keys that verify Parley’s tokens.
 *
 * Public.
 *
 * @example await getPublicKeys(parley);
 */
export const getPublicKeys: Operation<GetPublicKeysParams, {
  /** Public keys as JWKs. */
  keys: {
    /** Id of the key. */
    kid: string;
    /** Kind of key. */
    kty: "OKP";
    /** Curve. */
    crv: "Ed25519";
    /** Public key, base64url. */
    x: string;
    /** Signature algorithm. */
    alg: "EdDSA";
    /** Purpose of the key. */
    use: "sig";
  }[];
}, CallCode> =
  /* @__PURE__ */ operation('getPublicKeys', 'GET /.well-known/jwks.json');

/**
 * Revoke the token of this call.
 *
 * For any signed-in caller. Codes: `unauthorized`.
 *
 * @example await signOut(parley);
 */
export const signOut: Operation<SignOutParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
}, CallCode | WriteCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('signOut', 'POST /v3/auth/signout');

/**
 * Get a token for the messaging engine and the sockets; not valid for this API.
 *
 * For any signed-in caller.
 *
 * @example await createMessagingToken(parley);
 */
export const createMessagingToken: Operation<CreateMessagingTokenParams, {
  /** Principal id at the messaging engine. */
  userid: string;
  /** Full name. */
  fullname: string;
  /** First name. */
  firstname: string;
  /** Last name. */
  lastname: string;
  /** Token for the messaging engine and the sockets; not for this API. */
  token: string;
}, CallCode | WriteCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('createMessagingToken', 'POST /v3/chat21/native/auth/createCustomToken');

/**
 * List the caller’s tokens: issued, revoked and expired.
 *
 * For any signed-in caller.
 *
 * @example await listTokens(parley);
 */
export const listTokens: Operation<ListTokensParams, TokenView[], CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listTokens', 'GET /v3/jwt/history');

/**
 * Revoke a token by its `jti`.
 *
 * For any signed-in caller. Codes: `token_not_found`.
 *
 * @example await revokeToken(parley, { jti });
 */
export const revokeToken: Operation<RevokeTokenParams, TokenView, CallCode | WriteCode | 'token_not_found' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('revokeToken', 'DELETE /v3/jwt/history/:jti');

/**
 * Revoke a token by the id of its history record.
 *
 * For any signed-in caller. Codes: `token_not_found`.
 *
 * @example await revokeTokenById(parley, { id });
 */
export const revokeTokenById: Operation<RevokeTokenByIdParams, TokenView, CallCode | WriteCode | 'token_not_found' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('revokeTokenById', 'DELETE /v3/jwt/history/id/:id');

/**
 * Check whether the credentials are valid.
 *
 * For any signed-in caller.
 *
 * @example await testAuth(parley);
 */
export const testAuth: Operation<TestAuthParams, {
  /** Always true in a success. */
  success: true;
}, CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed'> =
  /* @__PURE__ */ operation('testAuth', 'GET /v3/testauth');
