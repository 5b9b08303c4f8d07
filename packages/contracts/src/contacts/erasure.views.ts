import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';

/** How many of each kind, as `requests` or `files`. */
export const SubjectCounts = z.record(z.string(), z.number().int());
export type SubjectCounts = z.output<typeof SubjectCounts>;

/** How far a service is with an erasure: it has not answered, it has erased, nothing is left there. */
export const erasureSteps = ['pending', 'erased', 'done'] as const;

/** What became of a person in one service. */
export const ErasedServiceView = z.object({
  service: z.string(),
  status: z.enum(erasureSteps),
  erased: SubjectCounts,
  remaining: SubjectCounts,
});
export type ErasedServiceView = z.output<typeof ErasedServiceView>;

/** The record of an erasure; it holds nothing of the person. Source: contract 30 section 5.2. */
export const ErasureView = z.object({
  _id: StoredId,
  id: StoredId,
  __v: z.number().int(),
  id_project: StoredId,
  /** `_id` that the lead had. */
  lead: z.string(),
  status: z.enum(['running', 'done']),
  requestedBy: z.string(),
  reason: z.string().optional(),
  services: z.array(ErasedServiceView),
  /** When what cannot be erased at once is forgotten. */
  expires: z.object({ eventTransport: Timestamp }),
  /** A compact JWS; its key is one of `/.well-known/jwks.json`. */
  receipt: z.string().optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  finishedAt: Timestamp.optional(),
});
export type ErasureView = z.output<typeof ErasureView>;
