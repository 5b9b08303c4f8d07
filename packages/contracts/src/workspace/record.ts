import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';

/** A JSON object in an answer. */
export const AnyObject = z.record(z.string(), z.unknown());

/** What every record of a project carries. Source: contract 00 section 2, 11 preamble. */
export const record = {
  _id: StoredId,
  id: StoredId,
  id_project: StoredId,
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: z.number().int(),
};
