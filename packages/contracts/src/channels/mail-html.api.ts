import { z } from 'zod';

import { everyMember } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, FlagWord, PathId } from '../fields.ts';

/** Source: contract 26 section 5. */
export const mailHtmlApi = defineApi('channels', {
  getMessageHtml: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/:request_id/messages/:message_id/html',
    role: 'agent',
    kinds: everyMember,
    stream: 'raw',
    produces: ['text/html'],
    params: z.object({ id_project: PathId, request_id: AnyPathId, message_id: PathId }),
    query: z.object({ images: FlagWord.optional() }),
    response: z.string(),
    errors: ['request_not_found', 'html_not_found'],
    summary: 'The HTML of a mail, made safe',
    description:
      'Without scripts, forms and what loads from elsewhere; with `images=true`, images of other servers are loaded, which tells them that the mail is read. Show it in a sandboxed frame. It is kept as long as the raw mail.',
    tag: 'Mail',
  },
});
