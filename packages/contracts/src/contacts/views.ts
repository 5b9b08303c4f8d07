import { z } from 'zod';

import { Timestamp } from '../fields.ts';

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
  _id: z.string(),
  id: z.string(),
  __v: z.number().int(),
  id_project: z.string(),
  lead_id: z.string(),
  fullname: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  attributes: z.record(z.string(), z.unknown()),
  status: z.number(),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type LeadRecordView = z.output<typeof LeadRecordView>;

/** All that is told of a lead that was erased. */
export const ErasedLeadView = z.strictObject({ _id: z.string(), id: z.string(), id_project: z.string() });
