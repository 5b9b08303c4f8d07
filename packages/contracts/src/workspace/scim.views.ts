import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';

const Meta = z.object({
  resourceType: z.string(),
  location: z.string(),
  created: Timestamp.optional(),
  lastModified: Timestamp.optional(),
});

/** A user of SCIM (RFC 7643): a teammate. `id` is that of the teammate. */
export const ScimUserView = z.object({
  schemas: z.array(z.string()),
  id: StoredId,
  externalId: z.string().optional(),
  userName: z.string(),
  name: z.object({ givenName: z.string(), familyName: z.string(), formatted: z.string() }),
  displayName: z.string(),
  emails: z.array(z.object({ value: z.string(), type: z.literal('work'), primary: z.literal(true) })),
  active: z.boolean(),
  meta: Meta,
});
export type ScimUserView = z.output<typeof ScimUserView>;

/** A group of SCIM: a group of the project. Members are named by their ids as users. */
export const ScimGroupView = z.object({
  schemas: z.array(z.string()),
  id: StoredId,
  externalId: z.string().optional(),
  displayName: z.string(),
  members: z.array(z.object({ value: StoredId, display: z.string() })).optional(),
  meta: Meta,
});
export type ScimGroupView = z.output<typeof ScimGroupView>;

const list = {
  schemas: z.array(z.string()),
  totalResults: z.number().int(),
  startIndex: z.number().int(),
  itemsPerPage: z.number().int(),
};
export const ScimUsersView = z.object({ ...list, Resources: z.array(ScimUserView) });
export const ScimGroupsView = z.object({ ...list, Resources: z.array(ScimGroupView) });
/** What the service can do, its schemas or its resource types, as RFC 7643 describes them. */
export const ScimDescriptionView = z.looseObject({ schemas: z.array(z.string()) });
