import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { ErasedLeadView, LeadRecordView } from './views.ts';

export const leadCreated = defineEvent(
  'lead.created',
  z.object({ lead: LeadRecordView, origin: z.enum(['api', 'conversation']) }),
);

/** `changes`: names of the fields whose value differs. */
export const leadUpdated = defineEvent(
  'lead.updated',
  z.object({ lead: LeadRecordView, changes: z.array(z.string()) }),
);

/** How a lead was removed. Of an `erased` one, only the ids are published. */
export const leadDeletions = ['trash', 'physical', 'erased'] as const;

export const leadDeleted = defineEvent(
  'lead.deleted',
  z.object({ lead: z.union([LeadRecordView, ErasedLeadView]), mode: z.enum(leadDeletions) }),
);
