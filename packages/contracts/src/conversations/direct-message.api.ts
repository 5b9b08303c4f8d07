import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyId, FlagWord, maybe, numberWord, PathId, spokenText, text } from '../fields.ts';
import { checkContent, messageFields } from './message.fields.ts';
import { MessageView, RequestView } from './views.ts';

const tag = 'Messages';
const { external_id: _external, ...directFields } = messageFields;

/** A message to a member, outside of any request: it has no `seq`. */
export const DirectMessageView = MessageView.omit({ seq: true, audience: true });
export type DirectMessageView = z.output<typeof DirectMessageView>;

/** A message of a project, of a request or direct. */
export const ProjectMessageView = MessageView.partial({ seq: true }).extend({ request: RequestView.optional() });
export type ProjectMessageView = z.output<typeof ProjectMessageView>;

export const directMessageApi = defineApi('conversations', {
  sendDirectMessage: {
    right: 'messages.write',
    method: 'post',
    path: '/v3/:id_project/messages',
    role: 'agent',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId }),
    body: z
      .object({
        ...directFields,
        language: maybe(text(100)),
        recipient: AnyId,
        recipientFullname: spokenText(200),
      })
      .superRefine(checkContent),
    response: DirectMessageView,
    errors: ['sender_not_allowed', 'unknown_sender'],
    summary: 'Send a direct message to a member of the project',
    tag,
    example: { body: { recipient: '65c5f3599faf2d04cd7da528', recipientFullname: 'Grace Hopper', text: 'Hello' } },
  },
  listProjectMessages: {
    right: 'messages.export',
    method: 'get',
    path: '/v3/:id_project/messages',
    role: 'owner',
    params: z.object({ id_project: PathId }),
    query: z.object({
      /** Default 10; more than 50 is taken as 50. */
      limit: numberWord({ integer: true, min: 1 }).optional(),
      cursor: z.string().max(2_000).optional(),
      populate_request: FlagWord.optional(),
    }),
    response: z.array(ProjectMessageView),
    errors: [],
    summary: 'List the messages of a project, newest first',
    tag,
  },
  exportProjectMessages: {
    right: 'messages.export',
    method: 'get',
    path: '/v3/:id_project/messages/csv',
    role: 'owner',
    stream: 'raw',
    produces: ['text/csv'],
    params: z.object({ id_project: PathId }),
    response: z.string(),
    errors: [],
    summary: 'Export the messages of a project as CSV, newest first',
    tag,
  },
});
