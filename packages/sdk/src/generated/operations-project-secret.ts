// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { DeleteCode, ReadCode, WriteCode } from './errors.ts';
export type DeleteSecretParams = { id_project?: string };

export type GetSecretStateParams = { id_project?: string };

export type GenerateSecretParams = { id_project?: string };

/**
 * Disable custom authentication.
 *
 * Minimum role: admin.
 *
 * @example await deleteSecret(parley);
 */
export const deleteSecret: Operation<DeleteSecretParams, {
  /** Whether the project has a secret. */
  configured: false;
}, DeleteCode | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('deleteSecret', 'DELETE keys');

/**
 * Check whether custom authentication is configured.
 *
 * Minimum role: admin.
 *
 * @example await getSecretState(parley);
 */
export const getSecretState: Operation<GetSecretStateParams, {
  /** Whether the project has a secret. */
  configured: boolean;
  createdAt?: string;
}, ReadCode | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('getSecretState', 'GET keys');

/**
 * Generate a new secret, shown only once; the old one and all its tokens are revoked.
 *
 * Minimum role: admin.
 *
 * @example await generateSecret(parley);
 */
export const generateSecret: Operation<GenerateSecretParams, {
  /** The secret (HS256). Shown in this answer only. */
  jwtSecret: string;
  createdAt: string;
}, ReadCode | WriteCode | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('generateSecret', 'POST keys/generate');
