import { z } from 'zod';

import { Timestamp } from '../fields.ts';

/** A person, as they see themselves. Nothing else of them ever leaves the service. Source: contract 10 section 4. */
export const UserView = z.object({
  _id: z.string(),
  id: z.string(),
  /** Lower case. */
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  emailverified: z.boolean(),
  /** 100 active, 0 deleted. */
  status: z.number().int(),
  phone: z.string().optional(),
  description: z.string().optional(),
  public_email: z.string().optional(),
  public_website: z.string().optional(),
  attributes: z.record(z.string(), z.unknown()),
  signedInAt: Timestamp.optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: z.number().int(),
});
export type UserView = z.output<typeof UserView>;

/** What sign-in answers about the person, besides the token. */
export const SignedInUserView = UserView.pick({
  _id: true,
  id: true,
  email: true,
  firstname: true,
  lastname: true,
  emailverified: true,
});
