import { z } from 'zod';

import { AnyObject, record } from './record.ts';

/** A text that agents send again and again. Source: contract 11 section 10. */
export const CannedResponseView = z.object({
  ...record,
  title: z.string().optional(),
  /** Placeholders such as `$recipient_name` as they are: clients replace them. */
  text: z.string(),
  /** For the whole team, or for its author alone. */
  shared: z.boolean(),
  attributes: AnyObject,
  /** 100 live, 1000 deleted. */
  status: z.number().int(),
});
export type CannedResponseView = z.output<typeof CannedResponseView>;
