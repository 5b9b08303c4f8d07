import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { AnyPathId, maybe, numberWord, PathId, text } from '../fields.ts';
import { ScimDescriptionView, ScimGroupsView, ScimGroupView, ScimUsersView, ScimUserView } from './scim.views.ts';

const base = '/v3/:id_project/scim/v2';
const type = ['application/scim+json'] as const;
const ofProject = {
  role: 'admin',
  right: 'teammates.write',
  idempotency: 'ignored',
  produces: type,
  tag: 'SCIM',
} as const;
const changing = { ...ofProject, identity: 'changes' } as const;
const inProject = z.object({ id_project: PathId });
const ofUser = z.object({ id_project: PathId, scim_user_id: AnyPathId });
const ofGroup = z.object({ id_project: PathId, scim_group_id: AnyPathId });

const page = {
  filter: maybe(text(500)),
  startIndex: maybe(numberWord({ integer: true, min: -1_000_000, max: 100_000 })),
  count: maybe(numberWord({ integer: true, min: -1_000_000, max: 1_000_000 })),
  excludedAttributes: maybe(text(500)),
};

/** Entra ID sends booleans as words. */
const Active = z
  .union([z.boolean(), z.string()])
  .refine((value) => typeof value === 'boolean' || /^(true|false)$/i.test(value), 'Must be true or false')
  .transform((value) => String(value).toLowerCase() === 'true');
const Name = z.object({ givenName: maybe(text(255)), familyName: maybe(text(255)) });
const User = z.object({
  userName: text(254, 1),
  externalId: maybe(text(255)),
  name: maybe(Name),
  active: maybe(Active),
});
const Members = z.array(z.object({ value: text(255, 1) })).max(1_000);
const Group = z.object({ displayName: text(128, 1), externalId: maybe(text(255)), members: maybe(Members) });
const Patch = z.object({
  Operations: z
    .array(z.object({ op: text(16, 1), path: maybe(text(500)), value: z.unknown().optional() }))
    .min(1)
    .max(100),
});

const invalid = ['scim_value_invalid'] as const;
const userRefusals = [
  ...invalid,
  'scim_user_not_found',
  'scim_unchangeable',
  'scim_user_exists',
  'owner_required',
  'last_owner',
] as const;
const groupRefusals = [...invalid, 'group_not_found', 'scim_user_exists'] as const;

/** Provisioning by an identity provider: SCIM 2.0 (RFC 7643, 7644). Source: contract 12 section 3. */
export const scimApi = defineApi('workspace', {
  getScimConfig: {
    ...ofProject,
    method: 'get',
    path: `${base}/ServiceProviderConfig`,
    params: inProject,
    response: ScimDescriptionView,
    errors: [],
    summary: 'What the provisioning service can do',
  },
  listScimResourceTypes: {
    ...ofProject,
    method: 'get',
    path: `${base}/ResourceTypes`,
    params: inProject,
    response: ScimDescriptionView,
    errors: [],
    summary: 'Kinds of records that can be provisioned',
  },
  listScimSchemas: {
    ...ofProject,
    method: 'get',
    path: `${base}/Schemas`,
    params: inProject,
    response: ScimDescriptionView,
    errors: [],
    summary: 'Attributes of the records that can be provisioned',
  },
  listScimUsers: {
    ...ofProject,
    method: 'get',
    path: `${base}/Users`,
    params: inProject,
    query: z.object(page),
    response: ScimUsersView,
    errors: ['scim_filter_invalid'],
    summary: 'Teammates, in pages of at most 200',
    description: '`filter` takes `userName eq "…"`, `externalId eq "…"` or `id eq "…"`.',
  },
  getScimUser: {
    ...ofProject,
    method: 'get',
    path: `${base}/Users/:scim_user_id`,
    params: ofUser,
    response: ScimUserView,
    errors: ['scim_user_not_found'],
    summary: 'One teammate',
  },
  createScimUser: {
    ...changing,
    method: 'post',
    path: `${base}/Users`,
    params: inProject,
    body: User,
    status: 201,
    response: ScimUserView,
    errors: [...invalid, 'scim_user_exists', 'domain_not_proved'],
    summary: 'Make a person of a proved domain a teammate, as an agent',
    example: {
      body: { userName: 'ada@acme.example', name: { givenName: 'Ada', familyName: 'Lovelace' }, active: true },
    },
  },
  replaceScimUser: {
    ...changing,
    method: 'put',
    path: `${base}/Users/:scim_user_id`,
    params: ofUser,
    body: User,
    response: ScimUserView,
    errors: userRefusals,
    summary: 'Change a teammate; `active: false` suspends them and ends their sessions',
    example: { body: { userName: 'ada@acme.example', active: false } },
  },
  patchScimUser: {
    ...changing,
    method: 'patch',
    path: `${base}/Users/:scim_user_id`,
    params: ofUser,
    body: Patch,
    response: ScimUserView,
    errors: userRefusals,
    summary: 'The same by operations, as Entra ID and Okta send them',
    example: { body: { Operations: [{ op: 'replace', path: 'active', value: false }] } },
  },
  deleteScimUser: {
    ...changing,
    method: 'delete',
    path: `${base}/Users/:scim_user_id`,
    params: ofUser,
    response: ScimUserView,
    errors: ['scim_user_not_found', 'owner_required', 'last_owner'],
    summary: 'Remove a teammate and end their sessions',
  },
  listScimGroups: {
    ...ofProject,
    method: 'get',
    path: `${base}/Groups`,
    params: inProject,
    query: z.object(page),
    response: ScimGroupsView,
    errors: ['scim_filter_invalid'],
    summary: 'Groups, in pages of at most 200',
    description: '`filter` takes `displayName eq "…"`, `externalId eq "…"` or `id eq "…"`.',
  },
  getScimGroup: {
    ...ofProject,
    method: 'get',
    path: `${base}/Groups/:scim_group_id`,
    params: ofGroup,
    query: z.object({ excludedAttributes: page.excludedAttributes }),
    response: ScimGroupView,
    errors: ['group_not_found'],
    summary: 'One group, with its members',
  },
  createScimGroup: {
    ...changing,
    method: 'post',
    path: `${base}/Groups`,
    params: inProject,
    body: Group,
    status: 201,
    response: ScimGroupView,
    errors: [...invalid, 'scim_user_exists'],
    summary: 'Make a group',
    example: { body: { displayName: 'Night shift' } },
  },
  replaceScimGroup: {
    ...changing,
    method: 'put',
    path: `${base}/Groups/:scim_group_id`,
    params: ofGroup,
    body: Group,
    response: ScimGroupView,
    errors: groupRefusals,
    summary: 'Replace name and members of a group',
    example: { body: { displayName: 'Day shift', members: [] } },
  },
  patchScimGroup: {
    ...changing,
    method: 'patch',
    path: `${base}/Groups/:scim_group_id`,
    params: ofGroup,
    body: Patch,
    response: ScimGroupView,
    errors: groupRefusals,
    summary: 'The same by operations: adds and removes members',
    example: { body: { Operations: [{ op: 'replace', path: 'displayName', value: 'Day shift' }] } },
  },
  deleteScimGroup: {
    ...changing,
    method: 'delete',
    path: `${base}/Groups/:scim_group_id`,
    params: ofGroup,
    response: ScimGroupView,
    errors: ['group_not_found', 'group_in_use'],
    summary: 'Remove a group that no department uses',
  },
});
