// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { SignInCheckView, SignInConnectionView, SignInDomainView } from './types.ts';

export type CreateSignInConnectionParams = { id_project?: string } & {
  /** Name of the connection, for the button. */
  name: string;
  /** Address of the provider, as its discovery document names it. */
  issuer: string;
  /** Id of the client that Parley is to the provider. */
  client_id: string;
  /** Secret of the client. Stored encrypted, never shown. */
  client_secret: string;
  /** Scopes that are asked for, separated by blanks; `openid` among them. */
  scopes?: string | null;
  /** `invited`: members and people with an invitation; `anyone_of_domain`: everyone of a proved domain. */
  provision?: "invited" | "anyone_of_domain" | null;
  /** Claim that says that the address was proved: `email_verified`; in Entra ID `xms_edov`. */
  email_verified_claim?: string | null;
  /** Claim whose values decide the role. An empty text takes it away. */
  role_claim?: string | null;
  /** Roles by value; the first that matches counts. Who matches none is suspended. */
  role_map?: {
    /** Value of the claim. */
    value: string;
    /** Role, or base of the custom role. */
    role: "agent" | "admin";
    /** Custom role. */
    role_id?: string | null;
  }[] | null;
  /** Claim whose values decide groups. An empty text takes it away. */
  group_claim?: string | null;
  /** Groups by value. Other groups are left alone. */
  group_map?: {
    /** Value of the claim. */
    value: string;
    /** Id of the group. */
    id_group: string;
  }[] | null;
  /** Members of proved domains sign in by this connection alone. */
  enforced?: boolean | null;
  /** User ids of owners who may go on with a password and a second factor. */
  break_glass?: string[] | null;
};

export type ListSignInConnectionsParams = { id_project?: string };

export type DeleteSignInConnectionParams = { id_project?: string; sign_in_connection_id: string };

export type UpdateSignInConnectionParams = { id_project?: string; sign_in_connection_id: string } & {
  /** Name of the connection, for the button. */
  name?: string | null;
  /** Secret of the client. Stored encrypted, never shown. */
  client_secret?: string | null;
  /** Id of the client that Parley is to the provider. */
  client_id?: string | null;
  /** Scopes that are asked for, separated by blanks; `openid` among them. */
  scopes?: string | null;
  /** `invited`: members and people with an invitation; `anyone_of_domain`: everyone of a proved domain. */
  provision?: "invited" | "anyone_of_domain" | null;
  /** Claim that says that the address was proved: `email_verified`; in Entra ID `xms_edov`. */
  email_verified_claim?: string | null;
  /** Claim whose values decide the role. An empty text takes it away. */
  role_claim?: string | null;
  /** Roles by value; the first that matches counts. Who matches none is suspended. */
  role_map?: {
    /** Value of the claim. */
    value: string;
    /** Role, or base of the custom role. */
    role: "agent" | "admin";
    /** Custom role. */
    role_id?: string | null;
  }[] | null;
  /** Claim whose values decide groups. An empty text takes it away. */
  group_claim?: string | null;
  /** Groups by value. Other groups are left alone. */
  group_map?: {
    /** Value of the claim. */
    value: string;
    /** Id of the group. */
    id_group: string;
  }[] | null;
  /** Members of proved domains sign in by this connection alone. */
  enforced?: boolean | null;
  /** User ids of owners who may go on with a password and a second factor. */
  break_glass?: string[] | null;
};

export type CheckSignInConnectionParams = { id_project?: string; sign_in_connection_id: string };

export type AddSignInDomainParams = { id_project?: string } & {
  /** The domain, in lower case. */
  domain: string;
};

export type ListSignInDomainsParams = { id_project?: string };

export type DeleteSignInDomainParams = { id_project?: string; domain: string };

export type VerifySignInDomainParams = { id_project?: string; domain: string };

/**
 * Connect an OpenID provider. The secret is stored encrypted and never shown. The provider is asked for its discovery document.
 *
 * Minimum role: owner. Codes: `url_not_allowed`, `issuer_invalid`, `domain_not_proved`, `role_not_found`, `group_not_found`, `second_factor_missing`, `limit_reached`. Limits: `name` ≤ 128 characters, `issuer` ≤ 500 characters, `client_id` ≤ 255 characters, `client_secret` ≤ 1000 characters, `scopes` ≤ 500 characters, `email_verified_claim` ≤ 200 characters, ….
 *
 * @example await createSignInConnection(parley, { name: 'Acme', issuer: 'https://login.acme.example', client_id: 'parley', client_secret: 'from the provider', provision: 'anyone_of_domain', role_claim: 'groups', role_map: [{ value: 'support-leads', role: 'admin' }] });
 */
export const createSignInConnection: Operation<CreateSignInConnectionParams, SignInConnectionView, ReadCode | BodyCode | WriteCode | 'url_not_allowed' | 'issuer_invalid' | 'domain_not_proved' | 'role_not_found' | 'group_not_found' | 'second_factor_missing' | 'limit_reached' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('createSignInConnection', 'POST sign_in/connections');

/**
 * Sign-in connections of the project, at most 5.
 *
 * Minimum role: owner.
 *
 * @example await listSignInConnections(parley);
 */
export const listSignInConnections: Operation<ListSignInConnectionsParams, SignInConnectionView[], ReadCode | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('listSignInConnections', 'GET sign_in/connections');

/**
 * Remove a sign-in connection; sessions that were made by it end.
 *
 * Minimum role: owner. Codes: `connection_not_found`, `version_mismatch`.
 *
 * @example await deleteSignInConnection(parley, { sign_in_connection_id });
 */
export const deleteSignInConnection: Operation<DeleteSignInConnectionParams, SignInConnectionView, DeleteCode | 'connection_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('deleteSignInConnection', 'DELETE sign_in/connections/:sign_in_connection_id');

/**
 * Change a sign-in connection; its issuer stays. `enforced` takes a proved domain and at least one owner in `break_glass` who has a second factor: they alone may then sign in with a password.
 *
 * Minimum role: owner. Codes: `url_not_allowed`, `issuer_invalid`, `domain_not_proved`, `role_not_found`, `group_not_found`, `second_factor_missing`, `connection_not_found`, `version_mismatch`. Limits: `name` ≤ 128 characters, `client_secret` ≤ 1000 characters, `client_id` ≤ 255 characters, `scopes` ≤ 500 characters, `email_verified_claim` ≤ 200 characters, `role_claim` ≤ 200 characters, ….
 *
 * @example await updateSignInConnection(parley, { sign_in_connection_id, enforced: false });
 */
export const updateSignInConnection: Operation<UpdateSignInConnectionParams, SignInConnectionView, UpdateCode | 'url_not_allowed' | 'issuer_invalid' | 'domain_not_proved' | 'role_not_found' | 'group_not_found' | 'second_factor_missing' | 'connection_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('updateSignInConnection', 'PUT sign_in/connections/:sign_in_connection_id');

/**
 * Check a sign-in connection: discovery, keys, and whether the provider knows the client.
 *
 * Minimum role: owner. Codes: `connection_not_found`.
 *
 * @example await checkSignInConnection(parley, { sign_in_connection_id });
 */
export const checkSignInConnection: Operation<CheckSignInConnectionParams, SignInCheckView, DeleteCode | 'connection_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('checkSignInConnection', 'POST sign_in/connections/:sign_in_connection_id/check');

/**
 * Name a domain of the project; again, the same answer.
 *
 * Minimum role: owner. Codes: `limit_reached`, `domain_taken`. Limits: `domain` ≤ 253 characters.
 *
 * @example await addSignInDomain(parley, { domain: 'acme.example' });
 */
export const addSignInDomain: Operation<AddSignInDomainParams, SignInDomainView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'domain_taken' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('addSignInDomain', 'POST sign_in/domains');

/**
 * Domains of the project, at most 20, with the records that prove them.
 *
 * Minimum role: owner.
 *
 * @example await listSignInDomains(parley);
 */
export const listSignInDomains: Operation<ListSignInDomainsParams, SignInDomainView[], ReadCode | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('listSignInDomains', 'GET sign_in/domains');

/**
 * Remove a domain; its people sign in as everyone does.
 *
 * Minimum role: owner. Codes: `domain_not_found`.
 *
 * @example await deleteSignInDomain(parley, { domain });
 */
export const deleteSignInDomain: Operation<DeleteSignInDomainParams, SignInDomainView, DeleteCode | 'domain_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('deleteSignInDomain', 'DELETE sign_in/domains/:domain');

/**
 * Look for the TXT record that proves a domain; it is looked for again each day.
 *
 * Minimum role: owner. Codes: `domain_not_found`, `domain_taken`, `domain_not_proved`.
 *
 * @example await verifySignInDomain(parley, { domain });
 */
export const verifySignInDomain: Operation<VerifySignInDomainParams, SignInDomainView, DeleteCode | 'domain_not_found' | 'domain_taken' | 'domain_not_proved' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('verifySignInDomain', 'POST sign_in/domains/:domain/verify');
