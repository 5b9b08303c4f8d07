// Generated from packages/contracts by `npm run generate`. Do not edit.

import { sendForm, type UploadSource } from '../core/form.ts';
import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, WriteCode } from './errors.ts';
import type { SessionView, SignedInView, UserView } from './types.ts';

export type CheckPasswordResetKeyParams = { key: string };

export type ListConnectionsParams = object;

export type FinishProjectOidcParams = { connection: string };

export type EndSessionsByIssuerParams = { connection: string } & UploadSource & {
  /** Token of the provider that names the session or the person. */
  logout_token: string;
};

export type StartOidcParams = { connection: string } & {
  return?: string | null;
};

export type FinishOidcParams = object;

export type FindConnectionParams = {
  /** E-mail address, lower case. */
  email: string;
};

export type RequestPasswordResetParams = {
  /** E-mail address, lower case. */
  email: string;
};

export type ResetPasswordParams = { key: string } & {
  /** Password, 8 to 256 characters. */
  password: string;
};

export type CreateSessionParams = {
  /** E-mail address, lower case. */
  email?: string | null;
  /** Password of the account, together with `email`. */
  password?: string | null;
  /** Sign-in code, instead of e-mail address and password. */
  code?: string | null;
};

export type EndSessionParams = object;

export type CreateSessionWithFactorParams = {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** Six digits of an authenticator app; each counts once. */
  code?: string | null;
  /** A recovery code; each counts once. */
  recovery_code?: string | null;
  /** What the WebAuthn API of a browser answers, as JSON. */
  assertion?: Record<string, unknown> | null;
};

export type LinkOidcParams = {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** The password. */
  password: string;
};

export type RenewSessionParams = {
  optional?: boolean | null;
};

export type SignInParams = {
  /** E-mail address, lower case. */
  email: string;
  /** Password, 8 to 256 characters. */
  password: string;
};

export type SignInWithFactorParams = {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** Six digits of an authenticator app; each counts once. */
  code?: string | null;
  /** A recovery code; each counts once. */
  recovery_code?: string | null;
  /** What the WebAuthn API of a browser answers, as JSON. */
  assertion?: Record<string, unknown> | null;
};

export type BeginPasskeySignInParams = object;

export type SignInAnonymouslyParams = {
  id_project: string;
  /** First name. */
  firstname?: string | null;
  /** Last name. */
  lastname?: string | null;
  /** E-mail address, lower case. */
  email?: "" | string | null;
  /** Custom JSON object, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
};

export type SignInWithCustomTokenParams = object;

export type SignUpParams = {
  /** E-mail address, lower case. */
  email: string;
  /** Password, 8 to 256 characters. */
  password: string;
  /** First name. */
  firstname: string;
  /** Last name. */
  lastname: string;
  /** Phone number in E.164 form, such as `+393331234567`. */
  phone?: string | null;
  /** Code of an invitation to accept. */
  invitation?: string | null;
};

export type VerifyEmailParams = { id_user: string; code: string };

/**
 * Check whether a reset key is still valid.
 *
 * Public. Codes: `reset_key_invalid`.
 *
 * @example await checkPasswordResetKey(parley, { key });
 */
export const checkPasswordResetKey: Operation<CheckPasswordResetKeyParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  message: string;
  /** The user. */
  user: {
    _id: string;
  };
}, CallCode | 'reset_key_invalid' | 'route_not_found'> =
  /* @__PURE__ */ operation('checkPasswordResetKey', 'GET /v3/auth/checkpswresetkey/:key', { once: true });

/**
 * Connections by which anyone of the installation may sign in.
 *
 * Public.
 *
 * @example await listConnections(parley);
 */
export const listConnections: Operation<ListConnectionsParams, {
  id: string;
  /** Name of the connection, for the button. */
  name: string;
}[], CallCode> =
  /* @__PURE__ */ operation('listConnections', 'GET /v3/auth/oidc', { once: true });

/**
 * The same for one connection of a project, whose redirect address is its own.
 *
 * Public.
 *
 * @example await finishProjectOidc(parley, { connection });
 */
export const finishProjectOidc: Operation<FinishProjectOidcParams, ReadableStream<Uint8Array>, CallCode | 'route_not_found' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('finishProjectOidc', 'GET /v3/auth/oidc/:connection/callback', { once: true, answer: 'stream' });

/**
 * Back-channel logout: the identity provider ends the sessions that it has made.
 *
 * Public. Codes: `connection_not_found`, `logout_token_invalid`, `issuer_unreachable`.
 *
 * @example await endSessionsByIssuer(parley, { connection, file });
 */
export const endSessionsByIssuer: Operation<EndSessionsByIssuerParams, {
  /** Always true in a success. */
  success: true;
}, CallCode | 'connection_not_found' | 'logout_token_invalid' | 'issuer_unreachable' | 'route_not_found' | 'content_type_wrong' | 'body_too_large' | 'body_timeout' | 'version_mismatch'> =
  /* @__PURE__ */ operation('endSessionsByIssuer', 'POST /v3/auth/oidc/:connection/logout', { once: true, send: sendForm });

/**
 * Lead a browser to the identity provider. Answers 302. `return` is a path of the console, where the browser is led afterwards.
 *
 * Public. Codes: `connection_not_found`.
 *
 * @example await startOidc(parley, { connection });
 */
export const startOidc: Operation<StartOidcParams, ReadableStream<Uint8Array>, CallCode | 'connection_not_found' | 'route_not_found' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('startOidc', 'GET /v3/auth/oidc/:connection/start', { once: true, answer: 'stream' });

/**
 * Take up the browser that comes from the identity provider; sets the session cookie. The redirect address of every connection of the installation. Answers 302, also where the sign-in is refused: the sign-in page says why.
 *
 * Public.
 *
 * @example await finishOidc(parley);
 */
export const finishOidc: Operation<FinishOidcParams, ReadableStream<Uint8Array>, CallCode | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('finishOidc', 'GET /v3/auth/oidc/callback', { once: true, answer: 'stream' });

/**
 * Connections for people of the domain of an address; says nothing of accounts.
 *
 * Public. Limits: `email` ≤ 254 characters.
 *
 * @example await findConnection(parley, { email: 'ada@acme.example' });
 */
export const findConnection: Operation<FindConnectionParams, {
  /** Connections for people of this domain. */
  connections: {
    id: string;
    /** Display name. */
    name: string;
  }[];
  /** A password is of no use to members of this domain. */
  enforced: boolean;
}, CallCode | BodyCode> =
  /* @__PURE__ */ operation('findConnection', 'POST /v3/auth/oidc/lookup', { once: true });

/**
 * Send a password reset mail, if the user exists.
 *
 * Public. Limits: `email` ≤ 254 characters.
 *
 * @example await requestPasswordReset(parley, { email: 'ada@example.com' });
 */
export const requestPasswordReset: Operation<RequestPasswordResetParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
  /** Sentence for people. */
  message: string;
}, CallCode | BodyCode | 'version_mismatch'> =
  /* @__PURE__ */ operation('requestPasswordReset', 'PUT /v3/auth/requestresetpsw', { once: true });

/**
 * Set a new password with a mailed key.
 *
 * Public. Codes: `reset_key_invalid`, `busy`. Limits: `password` ≤ 256 characters.
 *
 * @example await resetPassword(parley, { key, password: 'correct horse' });
 */
export const resetPassword: Operation<ResetPasswordParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  message: string;
  /** The user. */
  user: UserView;
}, CallCode | BodyCode | 'reset_key_invalid' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('resetPassword', 'PUT /v3/auth/resetpsw/:key', { once: true });

/**
 * Sign in a browser; sets the session cookie. For pages of the console: `Origin` must be one of its own. The cookie works only here; all other calls take the access token.
 *
 * Public. Codes: `invalid_credentials`, `second_factor_required`, `sign_in_code_invalid`, `busy`, `sign_in_by_connection`. Limits: `email` ≤ 254 characters, `password` ≤ 256 characters, `code` ≤ 200 characters.
 *
 * @example await createSession(parley, { email: 'ada@acme.io', password: 'analytical engine' });
 */
export const createSession: Operation<CreateSessionParams, SessionView, CallCode | BodyCode | 'invalid_credentials' | 'second_factor_required' | 'sign_in_code_invalid' | 'sign_in_by_connection' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('createSession', 'POST /v3/auth/session', { once: true });

/**
 * Sign out a browser; clears the session cookie. For pages of the console: `Origin` must be one of its own. The cookie works only here; all other calls take the access token.
 *
 * Public.
 *
 * @example await endSession(parley);
 */
export const endSession: Operation<EndSessionParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
  /** Where the browser ends the session at the identity provider that has made this one. */
  logout_url?: string;
}, CallCode | 'origin_not_allowed' | 'version_mismatch'> =
  /* @__PURE__ */ operation('endSession', 'DELETE /v3/auth/session', { once: true });

/**
 * The same for a browser; sets the session cookie. For pages of the console: `Origin` must be one of its own.
 *
 * Public. Codes: `invalid_credentials`, `sign_in_code_invalid`, `rate_limited`, `busy`, `sign_in_by_connection`, `not_invited`. Limits: `challenge` ≤ 200 characters, `code` ≤ 32 characters, `recovery_code` ≤ 32 characters.
 *
 * @example await createSessionWithFactor(parley, { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', code: '123456' });
 */
export const createSessionWithFactor: Operation<CreateSessionWithFactorParams, SessionView, CallCode | BodyCode | 'invalid_credentials' | 'sign_in_code_invalid' | 'sign_in_by_connection' | 'not_invited' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('createSessionWithFactor', 'POST /v3/auth/session/factor', { once: true });

/**
 * Connect an identity to an account that has a password, by that password; sets the session cookie.
 *
 * Public. Codes: `invalid_credentials`, `second_factor_required`, `sign_in_code_invalid`, `rate_limited`, `busy`, `sign_in_by_connection`, `not_invited`. Limits: `challenge` ≤ 200 characters, `password` ≤ 256 characters.
 *
 * @example await linkOidc(parley, { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', password: 'analytical engine' });
 */
export const linkOidc: Operation<LinkOidcParams, SessionView, CallCode | BodyCode | 'invalid_credentials' | 'second_factor_required' | 'sign_in_code_invalid' | 'sign_in_by_connection' | 'not_invited' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('linkOidc', 'POST /v3/auth/session/link', { once: true });

/**
 * Renew the access token of a browser session. For pages of the console: `Origin` must be one of its own. The cookie works only here; all other calls take the access token.
 *
 * Public. Codes: `unauthorized`.
 *
 * @example await renewSession(parley);
 */
export const renewSession: Operation<RenewSessionParams, SessionView | {
  /** Always true in a success. */
  success: true;
  /** False: this browser has no session. */
  signed_in: false;
}, CallCode | 'unauthorized' | 'origin_not_allowed' | 'content_type_wrong'> =
  /* @__PURE__ */ operation('renewSession', 'POST /v3/auth/session/token', { query: true, once: true });

/**
 * Sign in with e-mail and password.
 *
 * Public. Codes: `invalid_credentials`, `second_factor_required`, `rate_limited`, `busy`, `sign_in_by_connection`. Limits: `email` ≤ 254 characters, `password` ≤ 256 characters.
 *
 * @example await signIn(parley, { email: 'ada@acme.io', password: 'analytical engine' });
 */
export const signIn: Operation<SignInParams, SignedInView, CallCode | BodyCode | 'invalid_credentials' | 'second_factor_required' | 'sign_in_by_connection'> =
  /* @__PURE__ */ operation('signIn', 'POST /v3/auth/signin', { once: true });

/**
 * Answer the challenge of a sign-in with a second factor.
 *
 * Public. Codes: `invalid_credentials`, `sign_in_code_invalid`, `rate_limited`, `busy`, `sign_in_by_connection`. Limits: `challenge` ≤ 200 characters, `code` ≤ 32 characters, `recovery_code` ≤ 32 characters.
 *
 * @example await signInWithFactor(parley, { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', code: '123456' });
 */
export const signInWithFactor: Operation<SignInWithFactorParams, SignedInView, CallCode | BodyCode | 'invalid_credentials' | 'sign_in_code_invalid' | 'sign_in_by_connection'> =
  /* @__PURE__ */ operation('signInWithFactor', 'POST /v3/auth/signin/factor', { once: true });

/**
 * Begin to sign in with a passkey; its `assertion` answers the challenge at `/v3/auth/signin/factor`.
 *
 * Public.
 *
 * @example await beginPasskeySignIn(parley);
 */
export const beginPasskeySignIn: Operation<BeginPasskeySignInParams, {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** For the WebAuthn API of a browser. */
  options: Record<string, unknown>;
}, CallCode | BodyCode> =
  /* @__PURE__ */ operation('beginPasskeySignIn', 'POST /v3/auth/signin/passkey', { once: true });

/**
 * Sign in as an anonymous visitor of a project. With an `Idempotency-Key` of at least 32 characters, a repeated call within 24 hours returns the same guest and the same token. The key must be random: anyone who knows it can get the token.
 *
 * Public. Codes: `project_not_found`, `banned`, `ip_not_allowed`, `origin_not_allowed`. Limits: `firstname` ≤ 64 characters, `lastname` ≤ 64 characters, `email` ≤ 254 characters.
 *
 * @example await signInAnonymously(parley, { id_project: '64f0c0a1b2c3d4e5f6a7b8c9', firstname: 'Vera' });
 */
export const signInAnonymously: Operation<SignInAnonymouslyParams, {
  /** Always true in a success. */
  success: true;
  /** The token, with its `JWT ` prefix where it is for this API. */
  token: string;
  /** When it expires, UTC. */
  expiresAt: string;
  /** The user. */
  user: {
    _id: string;
    id: string;
    /** First name. */
    firstname: string;
    /** Last name. */
    lastname?: string;
    /** E-mail address, lower case. */
    email?: string;
    /** Custom JSON object, at most 16 kB. */
    attributes: Record<string, unknown>;
    /** First and last name. */
    fullName: string;
  };
}, CallCode | BodyCode | WriteCode | 'project_not_found' | 'banned' | 'ip_not_allowed' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('signInAnonymously', 'POST /v3/auth/signinAnonymously');

/**
 * Exchange a token signed by the customer’s own server, or look up a Parley token.
 *
 * Public. Codes: `authorization_malformed`, `unauthorized`, `not_a_member`, `banned`, `origin_not_allowed`, `role_not_provisionable`.
 *
 * @example await signInWithCustomToken(parley);
 */
export const signInWithCustomToken: Operation<SignInWithCustomTokenParams, {
  /** Always true in a success. */
  success: true;
  /** The token, with its `JWT ` prefix where it is for this API. */
  token: string;
  /** When it expires, UTC. */
  expiresAt: string;
  /** Claims of the custom token, with `_id`, `id`, `fullName` and `role`; of a token of ours, its record. */
  user: Record<string, unknown>;
}, CallCode | 'authorization_malformed' | 'unauthorized' | 'not_a_member' | 'banned' | 'origin_not_allowed' | 'role_not_provisionable'> =
  /* @__PURE__ */ operation('signInWithCustomToken', 'POST /v3/auth/signinWithCustomToken', { once: true });

/**
 * Create an account.
 *
 * Public. Codes: `email_taken`, `invitation_not_found`, `invitation_for_other_address`, `signup_closed`, `busy`. Limits: `email` ≤ 254 characters, `password` ≤ 256 characters, `firstname` ≤ 64 characters, `lastname` ≤ 64 characters, `invitation` ≤ 200 characters.
 *
 * @example await signUp(parley, { email: 'ada@acme.io', password: 'analytical engine', firstname: 'Ada', lastname: 'Lovelace' });
 */
export const signUp: Operation<SignUpParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
  /** The user. */
  user: UserView;
}, CallCode | BodyCode | 'email_taken' | 'invitation_not_found' | 'invitation_for_other_address' | 'signup_closed'> =
  /* @__PURE__ */ operation('signUp', 'POST /v3/auth/signup', { once: true });

/**
 * Verify an e-mail address with the mailed code.
 *
 * Public. Codes: `verification_code_invalid`.
 *
 * @example await verifyEmail(parley, { id_user, code });
 */
export const verifyEmail: Operation<VerifyEmailParams, UserView, CallCode | 'verification_code_invalid' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('verifyEmail', 'PUT /v3/auth/verifyemail/:id_user/:code', { once: true });
