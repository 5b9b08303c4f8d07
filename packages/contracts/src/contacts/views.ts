import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';

/** Status of a lead. Source: contract 30 section 1. */
export const LeadStatus = {
  /** A visitor who has not written yet. */
  temporary: 50,
  normal: 100,
  /** In the trash. */
  trashed: 1000,
} as const;
export type LeadStatus = (typeof LeadStatus)[keyof typeof LeadStatus];

/** A lead as its GET shows it. Source: contract 30 section 1. */
export const LeadRecordView = z.looseObject({
  _id: StoredId,
  id: StoredId,
  __v: z.number().int(),
  id_project: StoredId,
  lead_id: z.string(),
  fullname: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  company: z.string().optional(),
  note: z.string().optional(),
  streetAddress: z.string().optional(),
  city: z.string().optional(),
  region: z.string().optional(),
  zipcode: z.string().optional(),
  country: z.string().optional(),
  attributes: z.record(z.string(), z.unknown()),
  properties: z.record(z.string(), z.unknown()).optional(),
  tags: z.array(z.string()).optional(),
  status: z.number(),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type LeadRecordView = z.output<typeof LeadRecordView>;

/** A page of leads. */
export const LeadPageView = z.object({
  perPage: z.number().int(),
  /** All that match, not only those of the page. */
  count: z.number().int(),
  leads: z.array(LeadRecordView),
});
export type LeadPageView = z.output<typeof LeadPageView>;

/** All that is shown of an erased lead. */
export const ErasedLeadView = z.strictObject({ _id: z.string(), id: z.string(), id_project: z.string() });
export type ErasedLeadView = z.output<typeof ErasedLeadView>;
