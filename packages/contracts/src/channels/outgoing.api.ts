import { z } from 'zod';

import { everyMember } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, PathId, text } from '../fields.ts';
import { MailAddress } from './mailbox.fields.ts';
import { RequestMailView, SuppressionView } from './outgoing.views.ts';

const tag = 'Mail';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });
const inProject = z.object({ id_project: PathId });
const agents = { role: 'agent', kinds: everyMember, tag } as const;
const admins = { role: 'admin', kinds: everyMember, tag, right: 'settings.write' } as const;

/** Mail that goes out. Source: contract 26 section 6. */
export const outgoingApi = defineApi('channels', {
  getRequestMail: {
    right: 'requests.read',
    ...agents,
    method: 'get',
    path: '/v3/:id_project/requests/:request_id/mail',
    params: ofRequest,
    response: z.object({
      mailbox: z.string(),
      /** The requester's address. */
      to: z.string(),
      /** Who gets the team's answers as well. */
      cc: z.array(z.string()),
      /** Both ways, the newest 200, oldest first. */
      mails: z.array(RequestMailView),
    }),
    errors: ['request_not_found', 'mail_not_found'],
    summary: 'Mails of a request both ways, with their states',
  },
  setMailCopies: {
    right: 'messages.write',
    ...agents,
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/mail/cc',
    params: ofRequest,
    body: z.object({ cc: z.array(MailAddress).max(20) }),
    response: z.object({ cc: z.array(z.string()) }),
    errors: ['request_not_found', 'mail_not_found', 'address_invalid'],
    summary: 'Set who gets copies of the answers to a request',
    example: { body: { cc: ['vera@customer.example'] } },
  },
  retryMessageMail: {
    right: 'messages.write',
    ...agents,
    method: 'post',
    path: '/v3/:id_project/requests/:request_id/messages/:message_id/mail/retry',
    params: ofRequest.extend({ message_id: PathId }),
    response: RequestMailView,
    errors: ['request_not_found', 'mail_not_found', 'not_retryable'],
    summary: 'Send the mail of a message again that was not delivered',
  },
  listMailSuppressions: {
    ...admins,
    method: 'get',
    path: '/v3/:id_project/mail_suppressions',
    params: inProject,
    response: z.array(SuppressionView),
    errors: [],
    summary: 'Addresses to which nothing is sent, newest first',
    description: 'The newest 1,000.',
  },
  deleteMailSuppression: {
    ...admins,
    method: 'delete',
    path: '/v3/:id_project/mail_suppressions/:address',
    params: inProject.extend({ address: text(254) }),
    response: SuppressionView,
    errors: ['suppression_not_found'],
    summary: 'Send to an address again',
  },
});
