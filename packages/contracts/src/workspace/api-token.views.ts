import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';
import { teammateRoles } from './fields.ts';
import { record } from './record.ts';
import { RightView } from './role.views.ts';

const described = {
  ...record,
  name: z.string(),
  /** The person who made it, for whom it acts. */
  id_user: StoredId,
  role: z.enum(teammateRoles),
  /** Absent: all that the role may do. */
  rights: z.array(RightView).optional(),
  allowed_ips: z.array(z.string()),
  expires_at: Timestamp,
  /** Of the last rotation. */
  rotated_at: Timestamp.optional(),
  revoked_at: Timestamp.optional(),
};

/** A machine token, without its secret. Source: contract 12 section 4. */
export const ApiTokenView = z.object({
  ...described,
  /** To the minute. */
  last_used_at: Timestamp.optional(),
  last_used_ip: z.string().optional(),
});
export type ApiTokenView = z.output<typeof ApiTokenView>;

/** As events show it: not from where it is used. */
export const ApiTokenInEvent = z.object(described);
export type ApiTokenInEvent = z.output<typeof ApiTokenInEvent>;

/** `token` is the secret, which no other answer holds. */
export const ApiTokenWithSecretView = ApiTokenView.extend({ token: z.string() });
