import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { factorMethods } from './factor.views.ts';

/** Of a teammate's sign-in, published in each of their projects. Source: contract 12 section 1. */
export const factorChanged = defineEvent(
  'teammate.factor_changed',
  z.object({
    id_user: z.string(),
    id_project_user: z.string(),
    name: z.string(),
    kind: z.enum(factorMethods),
    /** `reset`: all of them, by the operator. */
    change: z.enum(['added', 'removed', 'renewed', 'used', 'reset']),
  }),
);
