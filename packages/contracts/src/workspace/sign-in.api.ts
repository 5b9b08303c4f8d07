import { z } from 'zod';

import { ordinaryUsers } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, maybe, oneOf, PathId, RecordId, text } from '../fields.ts';
import { NameText } from './fields.ts';
import {
  claimableRoles,
  provisions,
  SignInCheckView,
  SignInConnectionView,
  SignInDomainView,
} from './sign-in.views.ts';

const connections = '/v3/:id_project/sign_in/connections';
const domains = '/v3/:id_project/sign_in/domains';
const managed = {
  role: 'owner',
  right: 'sign_in.write',
  kinds: ordinaryUsers,
  refusal: 'users_only',
  tag: 'Sign-in connections',
} as const;
const inProject = z.object({ id_project: PathId });
const ofConnection = z.object({ id_project: PathId, sign_in_connection_id: PathId });
const ofDomain = z.object({ id_project: PathId, domain: AnyPathId });

const Issuer = text(500, 1).refine((value) => URL.canParse(value), 'Must be an address');
const ClaimName = text(200);
const ClaimValue = text(255, 1);
const RoleMap = z.array(z.object({ value: ClaimValue, role: oneOf(claimableRoles), role_id: maybe(RecordId) })).max(50);
const GroupMap = z.array(z.object({ value: ClaimValue, id_group: RecordId })).max(50);

const described = {
  scopes: maybe(text(500, 1).refine((value) => value.split(' ').includes('openid'), 'Must contain openid')),
  provision: maybe(oneOf(provisions)),
  email_verified_claim: maybe(ClaimName),
  role_claim: maybe(ClaimName),
  role_map: maybe(RoleMap),
  group_claim: maybe(ClaimName),
  group_map: maybe(GroupMap),
  enforced: maybe(z.boolean()),
  break_glass: maybe(z.array(RecordId).max(10)),
};

/** A host name with a dot, as it stands in addresses: ASCII, lower case. */
const Domain = text(253, 4)
  .trim()
  .toLowerCase()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'Must be a domain');

const refused = [
  'url_not_allowed',
  'issuer_invalid',
  'domain_not_proved',
  'role_not_found',
  'group_not_found',
  'second_factor_missing',
] as const;

/** A project's own sign-in connections, and its domains. Source: contract 12 section 2. */
export const signInApi = defineApi('workspace', {
  listSignInConnections: {
    ...managed,
    method: 'get',
    path: connections,
    params: inProject,
    response: z.array(SignInConnectionView),
    errors: [],
    summary: 'Sign-in connections of the project, at most 5',
  },
  createSignInConnection: {
    ...managed,
    method: 'post',
    path: connections,
    params: inProject,
    body: z.object({
      name: NameText,
      issuer: Issuer,
      client_id: text(255, 1),
      client_secret: text(1_000, 1),
      ...described,
    }),
    response: SignInConnectionView,
    errors: [...refused, 'limit_reached'],
    summary: 'Connect an OpenID provider',
    description: 'The secret is stored encrypted and never shown. The provider is asked for its discovery document.',
    example: {
      body: {
        name: 'Acme',
        issuer: 'https://login.acme.example',
        client_id: 'parley',
        client_secret: 'from the provider',
        provision: 'anyone_of_domain',
        role_claim: 'groups',
        role_map: [{ value: 'support-leads', role: 'admin' }],
      },
    },
  },
  updateSignInConnection: {
    ...managed,
    method: 'put',
    path: `${connections}/:sign_in_connection_id`,
    identity: 'changes',
    params: ofConnection,
    body: z.object({
      name: maybe(NameText),
      client_secret: maybe(text(1_000, 1)),
      client_id: maybe(text(255, 1)),
      ...described,
    }),
    response: SignInConnectionView,
    errors: [...refused, 'connection_not_found', 'version_mismatch'],
    summary: 'Change a sign-in connection; its issuer stays',
    description:
      '`enforced` takes a proved domain and at least one owner in `break_glass` who has a second factor: they alone may then sign in with a password.',
    example: { body: { enforced: false } },
  },
  deleteSignInConnection: {
    ...managed,
    method: 'delete',
    path: `${connections}/:sign_in_connection_id`,
    params: ofConnection,
    response: SignInConnectionView,
    errors: ['connection_not_found', 'version_mismatch'],
    summary: 'Remove a sign-in connection; sessions that were made by it end',
  },
  checkSignInConnection: {
    ...managed,
    method: 'post',
    path: `${connections}/:sign_in_connection_id/check`,
    rate: 'secret',
    params: ofConnection,
    response: SignInCheckView,
    errors: ['connection_not_found'],
    summary: 'Check a sign-in connection: discovery, keys, and whether the provider knows the client',
  },
  listSignInDomains: {
    ...managed,
    method: 'get',
    path: domains,
    params: inProject,
    response: z.array(SignInDomainView),
    errors: [],
    summary: 'Domains of the project, at most 20, with the records that prove them',
  },
  addSignInDomain: {
    ...managed,
    method: 'post',
    path: domains,
    params: inProject,
    body: z.object({ domain: Domain }),
    response: SignInDomainView,
    errors: ['limit_reached', 'domain_taken'],
    summary: 'Name a domain of the project; again, the same answer',
    example: { body: { domain: 'acme.example' } },
  },
  verifySignInDomain: {
    ...managed,
    method: 'post',
    path: `${domains}/:domain/verify`,
    params: ofDomain,
    response: SignInDomainView,
    errors: ['domain_not_found', 'domain_taken', 'domain_not_proved'],
    summary: 'Look for the TXT record that proves a domain; it is looked for again each day',
  },
  deleteSignInDomain: {
    ...managed,
    method: 'delete',
    path: `${domains}/:domain`,
    params: ofDomain,
    response: SignInDomainView,
    errors: ['domain_not_found'],
    summary: 'Remove a domain; its people sign in as everyone does',
  },
});
