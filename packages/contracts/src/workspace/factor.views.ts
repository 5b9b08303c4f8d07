import { z } from 'zod';

import { Timestamp } from '../fields.ts';

export const factorKinds = ['totp', 'passkey'] as const;

/** What answers a challenge. */
export const factorMethods = [...factorKinds, 'recovery_code'] as const;

/** A second factor of a person, as they see it. Source: contract 12 section 1. */
export const FactorView = z.object({
  _id: z.string(),
  id: z.string(),
  kind: z.enum(factorKinds),
  name: z.string(),
  createdAt: Timestamp,
  last_used_at: Timestamp.optional(),
});
export type FactorView = z.output<typeof FactorView>;

export const FactorsView = z.object({
  factors: z.array(FactorView),
  recovery_codes_left: z.number().int(),
});
export type FactorsView = z.output<typeof FactorsView>;

/** A factor that has just been added. Recovery codes come with the first one, and are shown this once. */
export const AddedFactorView = z.object({ factor: FactorView, recovery_codes: z.array(z.string()).optional() });
export type AddedFactorView = z.output<typeof AddedFactorView>;
