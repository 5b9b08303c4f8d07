import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { CannedResponseView } from './canned.views.ts';

const cannedChange = z.object({ canned: CannedResponseView, changes: z.array(z.string()).optional() });

export const cannedCreated = defineEvent('canned.created', cannedChange);
export const cannedUpdated = defineEvent('canned.updated', cannedChange);
export const cannedDeleted = defineEvent('canned.deleted', cannedChange);
