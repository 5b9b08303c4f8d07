import { z } from 'zod';

import { oneOf } from '../fields.ts';
import { AnyObject, record } from './record.ts';

/** A name that a team puts on requests, leads and teammates. Source: contract 11 section 9. */
export const TagRecordView = z.object({
  ...record,
  tag: z.string(),
  color: z.string().optional(),
  attributes: AnyObject,
});
export type TagRecordView = z.output<typeof TagRecordView>;

/** `everything`: a deleted tag is taken off whatever carries it. */
export const TagRemoval = oneOf(['everything']);
