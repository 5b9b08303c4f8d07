import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';
import { record } from './record.ts';

/** Roles that claims may give; owners are appointed in the project alone. */
export const claimableRoles = ['agent', 'admin'] as const;
export const provisions = ['invited', 'anyone_of_domain'] as const;

/** A sign-in connection of a project, without its secret. Source: contract 12 section 2. */
export const SignInConnectionView = z.object({
  ...record,
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  scopes: z.string(),
  provision: z.enum(provisions),
  email_verified_claim: z.string(),
  role_claim: z.string().optional(),
  /** The first value that a person has decides. */
  role_map: z.array(z.object({ value: z.string(), role: z.enum(claimableRoles), role_id: StoredId.optional() })),
  group_claim: z.string().optional(),
  group_map: z.array(z.object({ value: z.string(), id_group: StoredId })),
  enforced: z.boolean(),
  /** User ids of owners. */
  break_glass: z.array(StoredId),
  /** In `/v3/auth/oidc/{reference}/start`. */
  reference: z.string(),
  redirect_uri: z.string(),
  logout_uri: z.string(),
});
export type SignInConnectionView = z.output<typeof SignInConnectionView>;

/** A domain whose people sign in by the project's connections. Source: contract 12 section 2. */
export const SignInDomainView = z.object({
  id_project: StoredId,
  domain: z.string(),
  /** The TXT record of the domain that proves it. */
  record: z.string(),
  proved_at: Timestamp.optional(),
  checked_at: Timestamp.optional(),
  /** Since when the record of a proved domain is missing. */
  missing_since: Timestamp.optional(),
  createdBy: z.string(),
  createdAt: Timestamp,
});
export type SignInDomainView = z.output<typeof SignInDomainView>;

export const connectionChecks = ['discovery', 'keys', 'client'] as const;

/** What a check of a connection found, in the order in which it looked. */
export const SignInCheckView = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      check: z.enum(connectionChecks),
      ok: z.boolean(),
      /** A word of ours, or the error code of the provider. */
      problem: z.string().optional(),
    }),
  ),
  /** Whether the provider names an address for signing out. */
  logout: z.boolean(),
});
export type SignInCheckView = z.output<typeof SignInCheckView>;
