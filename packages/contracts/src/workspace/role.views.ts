import { z } from 'zod';

import { rightNames, visibilities } from '../rights.ts';
import { record } from './record.ts';

/** Source: contract 12 section 5. */
export const RightView = z.enum(rightNames);

/** What a custom role changes about its base: `true` gives a right, `false` takes one away. */
export const ChangedRights = z.partialRecord(RightView, z.boolean());

/** A custom role. Source: contract 12 section 5. */
export const RoleView = z.object({
  ...record,
  name: z.string(),
  base: z.enum(['agent', 'admin']),
  rights: ChangedRights,
  visibility: z.enum(visibilities),
  /** All rights that its members have. */
  effective_rights: z.array(RightView),
});
export type RoleView = z.output<typeof RoleView>;
