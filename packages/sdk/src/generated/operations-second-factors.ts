// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode } from './errors.ts';
import type { AddedFactorView, FactorView, FactorsView } from './types.ts';

export type ListFactorsParams = object;

export type RemoveFactorParams = { factor_id: string };

export type AddPasskeyParams = {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** What the WebAuthn API of a browser answers, as JSON. */
  response: Record<string, unknown>;
  /** Name of the factor. */
  name?: string | null;
  /** Whether the caller’s other sessions and tokens end. */
  end_sessions?: boolean;
};

export type BeginPasskeyParams = object;

export type ProveSignInParams = {
  /** The password. */
  password?: string | null;
  /** Six digits of an authenticator app; each counts once. */
  code?: string | null;
  /** A recovery code; each counts once. */
  recovery_code?: string | null;
  /** What is answered within 5 minutes, once. */
  challenge?: string | null;
  /** What the WebAuthn API of a browser answers, as JSON. */
  assertion?: Record<string, unknown> | null;
};

export type RenewRecoveryCodesParams = object;

export type AddTotpParams = {
  /** Name of the factor. */
  name?: string | null;
};

export type ConfirmTotpParams = { factor_id: string } & {
  /** Six digits of an authenticator app; each counts once. */
  code: string;
  /** Whether the caller’s other sessions and tokens end. */
  end_sessions?: boolean;
};

/**
 * Your own second factors, and how many recovery codes are left.
 *
 * For any signed-in caller.
 *
 * @example await listFactors(parley);
 */
export const listFactors: Operation<ListFactorsParams, FactorsView, CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('listFactors', 'GET /v3/users/factors', { once: true });

/**
 * Remove a second factor; with the last one, the recovery codes go as well.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`, `factor_not_found`.
 *
 * @example await removeFactor(parley, { factor_id });
 */
export const removeFactor: Operation<RemoveFactorParams, FactorView, CallCode | 'recent_sign_in_required' | 'factor_not_found' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('removeFactor', 'DELETE /v3/users/factors/:factor_id', { once: true });

/**
 * Add the passkey that the browser has made. Your other sessions and tokens end, unless `end_sessions` is false. The first factor comes with ten recovery codes.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`, `invalid_credentials`, `sign_in_code_invalid`, `limit_reached`. Limits: `challenge` ≤ 200 characters, `name` ≤ 64 characters.
 *
 * @example await addPasskey(parley, { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', response: { id: 'AQID', type: 'public-key' } });
 */
export const addPasskey: Operation<AddPasskeyParams, AddedFactorView, CallCode | BodyCode | 'recent_sign_in_required' | 'invalid_credentials' | 'sign_in_code_invalid' | 'limit_reached' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('addPasskey', 'POST /v3/users/factors/passkeys', { once: true });

/**
 * Begin to add a passkey.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`.
 *
 * @example await beginPasskey(parley);
 */
export const beginPasskey: Operation<BeginPasskeyParams, {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** For the WebAuthn API of a browser. */
  options: Record<string, unknown>;
}, CallCode | BodyCode | 'recent_sign_in_required' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('beginPasskey', 'POST /v3/users/factors/passkeys/options', { once: true });

/**
 * Confirm your password or a second factor; for 10 minutes this session may then change second factors.
 *
 * For any signed-in caller. Codes: `invalid_credentials`, `sign_in_code_invalid`, `rate_limited`, `busy`. Limits: `password` ≤ 256 characters, `code` ≤ 32 characters, `recovery_code` ≤ 32 characters, `challenge` ≤ 200 characters.
 *
 * @example await proveSignIn(parley, { password: 'analytical engine' });
 */
export const proveSignIn: Operation<ProveSignInParams, {
  /** Always true in a success. */
  success: true;
}, CallCode | BodyCode | 'invalid_credentials' | 'sign_in_code_invalid' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('proveSignIn', 'POST /v3/users/factors/proof', { once: true });

/**
 * Get ten new recovery codes; the former ones are void.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`, `factor_not_found`.
 *
 * @example await renewRecoveryCodes(parley);
 */
export const renewRecoveryCodes: Operation<RenewRecoveryCodesParams, {
  /** Ten codes that each stand in for a factor once. Shown in this answer only. */
  recovery_codes: string[];
}, CallCode | BodyCode | 'recent_sign_in_required' | 'factor_not_found' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('renewRecoveryCodes', 'POST /v3/users/factors/recovery_codes', { once: true });

/**
 * Begin to add an authenticator app; it counts once its first code is confirmed.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`, `limit_reached`. Limits: `name` ≤ 64 characters.
 *
 * @example await addTotp(parley, { name: 'Phone' });
 */
export const addTotp: Operation<AddTotpParams, {
  _id: string;
  /** The secret in base32. Shown in this answer only. */
  secret: string;
  /** The secret as an `otpauth:` address, for a QR code. */
  uri: string;
}, CallCode | BodyCode | 'recent_sign_in_required' | 'limit_reached' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('addTotp', 'POST /v3/users/factors/totp', { once: true });

/**
 * Confirm an authenticator app with its first code. Your other sessions and tokens end, unless `end_sessions` is false. The first factor comes with ten recovery codes.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`, `factor_not_found`, `invalid_credentials`, `rate_limited`. Limits: `code` ≤ 32 characters.
 *
 * @example await confirmTotp(parley, { factor_id, code: '123456' });
 */
export const confirmTotp: Operation<ConfirmTotpParams, AddedFactorView, CallCode | BodyCode | 'recent_sign_in_required' | 'factor_not_found' | 'invalid_credentials' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('confirmTotp', 'POST /v3/users/factors/totp/:factor_id/confirm', { once: true });
