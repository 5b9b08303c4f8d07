import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { BooleanWord, PathId, StoredId, Timestamp } from '../fields.ts';
import { pageQuery } from '../paging.ts';

/** What mentions a teammate. */
export const mentionCauses = ['note', 'message', 'rule', 'macro', 'schedule'] as const;

/** Source: contract 25 section 15. */
export const MentionView = z.object({
  _id: StoredId,
  request_id: z.string(),
  ticket_id: z.string(),
  cause: z.enum(mentionCauses),
  note_id: z.string().optional(),
  message_id: z.string().optional(),
  text: z.string().optional(),
  by: z.object({ _id: z.string(), fullname: z.string() }),
  createdAt: Timestamp,
  unread: z.boolean(),
});
export type MentionView = z.output<typeof MentionView>;

export const MentionPageView = z.object({
  perPage: z.number().int(),
  count: z.number().int(),
  mentions: z.array(MentionView),
});

export const mentionApi = defineApi('conversations', {
  listMentions: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/mentions',
    role: 'agent',
    params: z.object({ id_project: PathId }),
    query: z.object({ ...pageQuery({ sortable: ['createdAt'] }), unread: BooleanWord.optional() }),
    response: MentionPageView,
    errors: [],
    summary: 'The caller’s own mentions of the last 90 days, newest first',
    tag: 'Requests',
  },
});
