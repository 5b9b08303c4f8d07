// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, ReadCode } from './errors.ts';
import type { ScimDescriptionView, ScimGroupView, ScimGroupsView, ScimUserView, ScimUsersView } from './types.ts';

export type CreateScimGroupParams = { id_project?: string } & {
  /** Name to show. */
  displayName: string;
  /** Id that the provider gave. */
  externalId?: string | null;
  /** Teammates in the group, by their ids as users. */
  members?: {
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value: string;
  }[] | null;
};

export type ListScimGroupsParams = { id_project?: string } & {
  /** One comparison: `attribute eq "value"`. */
  filter?: string | null;
  /** Place of the first record, counted from 1. */
  startIndex?: number | null;
  /** Records on a page, at most 200. */
  count?: number | null;
  /** Attributes to leave out, separated by commas: `members`. */
  excludedAttributes?: string | null;
};

export type DeleteScimGroupParams = { id_project?: string; scim_group_id: string };

export type GetScimGroupParams = { id_project?: string; scim_group_id: string } & {
  /** Attributes to leave out, separated by commas: `members`. */
  excludedAttributes?: string | null;
};

export type PatchScimGroupParams = { id_project?: string; scim_group_id: string } & {
  /** Changes, in their order. */
  Operations: {
    /** `add`, `replace` or `remove`, in any case. */
    op: string;
    /** Attribute; without it `value` holds attributes. */
    path?: string | null;
    /** The new value. */
    value?: unknown;
  }[];
};

export type ReplaceScimGroupParams = { id_project?: string; scim_group_id: string } & {
  /** Name to show. */
  displayName: string;
  /** Id that the provider gave. */
  externalId?: string | null;
  /** Teammates in the group, by their ids as users. */
  members?: {
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value: string;
  }[] | null;
};

export type ListScimResourceTypesParams = { id_project?: string };

export type ListScimSchemasParams = { id_project?: string };

export type GetScimConfigParams = { id_project?: string };

export type CreateScimUserParams = { id_project?: string } & {
  /** E-mail address of the account. */
  userName: string;
  /** Id that the provider gave. */
  externalId?: string | null;
  /** Name of the person. */
  name?: {
    /** First name. */
    givenName?: string | null;
    /** Last name. */
    familyName?: string | null;
  } | null;
  /** Whether the person may work in the project. */
  active?: boolean | null;
};

export type ListScimUsersParams = { id_project?: string } & {
  /** One comparison: `attribute eq "value"`. */
  filter?: string | null;
  /** Place of the first record, counted from 1. */
  startIndex?: number | null;
  /** Records on a page, at most 200. */
  count?: number | null;
  /** Attributes to leave out, separated by commas: `members`. */
  excludedAttributes?: string | null;
};

export type DeleteScimUserParams = { id_project?: string; scim_user_id: string };

export type GetScimUserParams = { id_project?: string; scim_user_id: string };

export type PatchScimUserParams = { id_project?: string; scim_user_id: string } & {
  /** Changes, in their order. */
  Operations: {
    /** `add`, `replace` or `remove`, in any case. */
    op: string;
    /** Attribute; without it `value` holds attributes. */
    path?: string | null;
    /** The new value. */
    value?: unknown;
  }[];
};

export type ReplaceScimUserParams = { id_project?: string; scim_user_id: string } & {
  /** E-mail address of the account. */
  userName: string;
  /** Id that the provider gave. */
  externalId?: string | null;
  /** Name of the person. */
  name?: {
    /** First name. */
    givenName?: string | null;
    /** Last name. */
    familyName?: string | null;
  } | null;
  /** Whether the person may work in the project. */
  active?: boolean | null;
};

/**
 * Make a group.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `scim_user_exists`. Limits: `displayName` ≤ 128 characters, `externalId` ≤ 255 characters, `members` ≤ 1000 items.
 *
 * @example await createScimGroup(parley, { displayName: 'Night shift' });
 */
export const createScimGroup: Operation<CreateScimGroupParams, ScimGroupView, ReadCode | BodyCode | 'scim_value_invalid' | 'scim_user_exists' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createScimGroup', 'POST scim/v2/Groups', { once: true });

/**
 * Groups, in pages of at most 200. `filter` takes `displayName eq "…"`, `externalId eq "…"` or `id eq "…"`.
 *
 * Minimum role: admin. Codes: `scim_filter_invalid`.
 *
 * @example await listScimGroups(parley);
 */
export const listScimGroups: Operation<ListScimGroupsParams, ScimGroupsView, ReadCode | 'scim_filter_invalid' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listScimGroups', 'GET scim/v2/Groups', { once: true });

/**
 * Remove a group that no department uses.
 *
 * Minimum role: admin. Codes: `group_not_found`, `group_in_use`.
 *
 * @example await deleteScimGroup(parley, { scim_group_id });
 */
export const deleteScimGroup: Operation<DeleteScimGroupParams, ScimGroupView, ReadCode | 'group_not_found' | 'group_in_use' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('deleteScimGroup', 'DELETE scim/v2/Groups/:scim_group_id', { once: true });

/**
 * One group, with its members.
 *
 * Minimum role: admin. Codes: `group_not_found`.
 *
 * @example await getScimGroup(parley, { scim_group_id });
 */
export const getScimGroup: Operation<GetScimGroupParams, ScimGroupView, ReadCode | 'group_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getScimGroup', 'GET scim/v2/Groups/:scim_group_id', { once: true });

/**
 * The same by operations: adds and removes members.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `group_not_found`, `scim_user_exists`. Limits: `Operations` ≤ 100 items.
 *
 * @example await patchScimGroup(parley, { scim_group_id, Operations: [{ op: 'replace', path: 'displayName', value: 'Day shift' }] });
 */
export const patchScimGroup: Operation<PatchScimGroupParams, ScimGroupView, ReadCode | BodyCode | 'scim_value_invalid' | 'group_not_found' | 'scim_user_exists' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('patchScimGroup', 'PATCH scim/v2/Groups/:scim_group_id', { once: true });

/**
 * Replace name and members of a group.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `group_not_found`, `scim_user_exists`. Limits: `displayName` ≤ 128 characters, `externalId` ≤ 255 characters, `members` ≤ 1000 items.
 *
 * @example await replaceScimGroup(parley, { scim_group_id, displayName: 'Day shift', members: [] });
 */
export const replaceScimGroup: Operation<ReplaceScimGroupParams, ScimGroupView, ReadCode | BodyCode | 'scim_value_invalid' | 'group_not_found' | 'scim_user_exists' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('replaceScimGroup', 'PUT scim/v2/Groups/:scim_group_id', { once: true });

/**
 * Kinds of records that can be provisioned.
 *
 * Minimum role: admin.
 *
 * @example await listScimResourceTypes(parley);
 */
export const listScimResourceTypes: Operation<ListScimResourceTypesParams, ScimDescriptionView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listScimResourceTypes', 'GET scim/v2/ResourceTypes', { once: true });

/**
 * Attributes of the records that can be provisioned.
 *
 * Minimum role: admin.
 *
 * @example await listScimSchemas(parley);
 */
export const listScimSchemas: Operation<ListScimSchemasParams, ScimDescriptionView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listScimSchemas', 'GET scim/v2/Schemas', { once: true });

/**
 * What the provisioning service can do.
 *
 * Minimum role: admin.
 *
 * @example await getScimConfig(parley);
 */
export const getScimConfig: Operation<GetScimConfigParams, ScimDescriptionView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getScimConfig', 'GET scim/v2/ServiceProviderConfig', { once: true });

/**
 * Make a person of a proved domain a teammate, as an agent.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `scim_user_exists`, `domain_not_proved`. Limits: `userName` ≤ 254 characters, `externalId` ≤ 255 characters.
 *
 * @example await createScimUser(parley, { userName: 'ada@acme.example', name: { givenName: 'Ada', familyName: 'Lovelace' }, active: true });
 */
export const createScimUser: Operation<CreateScimUserParams, ScimUserView, ReadCode | BodyCode | 'scim_value_invalid' | 'scim_user_exists' | 'domain_not_proved' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createScimUser', 'POST scim/v2/Users', { once: true });

/**
 * Teammates, in pages of at most 200. `filter` takes `userName eq "…"`, `externalId eq "…"` or `id eq "…"`.
 *
 * Minimum role: admin. Codes: `scim_filter_invalid`.
 *
 * @example await listScimUsers(parley);
 */
export const listScimUsers: Operation<ListScimUsersParams, ScimUsersView, ReadCode | 'scim_filter_invalid' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listScimUsers', 'GET scim/v2/Users', { once: true });

/**
 * Remove a teammate and end their sessions.
 *
 * Minimum role: admin. Codes: `scim_user_not_found`, `owner_required`, `last_owner`.
 *
 * @example await deleteScimUser(parley, { scim_user_id });
 */
export const deleteScimUser: Operation<DeleteScimUserParams, ScimUserView, ReadCode | 'scim_user_not_found' | 'owner_required' | 'last_owner' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('deleteScimUser', 'DELETE scim/v2/Users/:scim_user_id', { once: true });

/**
 * One teammate.
 *
 * Minimum role: admin. Codes: `scim_user_not_found`.
 *
 * @example await getScimUser(parley, { scim_user_id });
 */
export const getScimUser: Operation<GetScimUserParams, ScimUserView, ReadCode | 'scim_user_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getScimUser', 'GET scim/v2/Users/:scim_user_id', { once: true });

/**
 * The same by operations, as Entra ID and Okta send them.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `scim_user_not_found`, `scim_unchangeable`, `scim_user_exists`, `owner_required`, `last_owner`. Limits: `Operations` ≤ 100 items.
 *
 * @example await patchScimUser(parley, { scim_user_id, Operations: [{ op: 'replace', path: 'active', value: false }] });
 */
export const patchScimUser: Operation<PatchScimUserParams, ScimUserView, ReadCode | BodyCode | 'scim_value_invalid' | 'scim_user_not_found' | 'scim_unchangeable' | 'scim_user_exists' | 'owner_required' | 'last_owner' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('patchScimUser', 'PATCH scim/v2/Users/:scim_user_id', { once: true });

/**
 * Change a teammate; `active: false` suspends them and ends their sessions.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `scim_user_not_found`, `scim_unchangeable`, `scim_user_exists`, `owner_required`, `last_owner`. Limits: `userName` ≤ 254 characters, `externalId` ≤ 255 characters.
 *
 * @example await replaceScimUser(parley, { scim_user_id, userName: 'ada@acme.example', active: false });
 */
export const replaceScimUser: Operation<ReplaceScimUserParams, ScimUserView, ReadCode | BodyCode | 'scim_value_invalid' | 'scim_user_not_found' | 'scim_unchangeable' | 'scim_user_exists' | 'owner_required' | 'last_owner' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('replaceScimUser', 'PUT scim/v2/Users/:scim_user_id', { once: true });
