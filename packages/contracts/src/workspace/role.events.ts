import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { RoleView } from './role.views.ts';

const roleChange = z.object({ role: RoleView, changes: z.array(z.string()).optional() });

/** Source: contract 12 section 5. */
export const roleCreated = defineEvent('role.created', roleChange);
export const roleUpdated = defineEvent('role.updated', roleChange);
export const roleDeleted = defineEvent('role.deleted', roleChange);
