import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { TagRecordView } from './tag.views.ts';

const tagChange = z.object({ tag: TagRecordView, changes: z.array(z.string()).optional() });

export const tagCreated = defineEvent('tag.created', tagChange);
export const tagUpdated = defineEvent('tag.updated', tagChange);
export const tagDeleted = defineEvent('tag.deleted', tagChange);
