import { z } from 'zod';

import { record } from './record.ts';

/** Days on which other hours apply than those of the week. Source: contract 25 section 6. */
export const HolidayView = z.object({
  ...record,
  name: z.string(),
  from: z.string(),
  to: z.string(),
  yearly: z.boolean(),
  spans: z.array(z.object({ start: z.string(), end: z.string() })),
  applies: z.array(z.string()),
});
export type HolidayView = z.output<typeof HolidayView>;
