import { z } from 'zod';

import { defineEvent } from '../define-event.ts';

/** `langs`: whose texts changed; `default`: the default language afterwards, absent when none is left. */
export const labelsUpdated = defineEvent(
  'labels.updated',
  z.object({
    langs: z.array(z.string()),
    default: z.string().optional(),
    /** All labels of the project are gone: the shipped ones hold again. */
    cleared: z.boolean().optional(),
  }),
);
