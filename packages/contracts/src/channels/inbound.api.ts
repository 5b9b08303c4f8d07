import { z } from 'zod';

import { everyMember } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { maybe, oneOf, PathId, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { InboundView, inboundStates } from './views.ts';

const tag = 'Mail';
const base = '/v3/:id_project/mailboxes/:mailbox_id/inbound';
const ofMailbox = z.object({ id_project: PathId, mailbox_id: PathId });
const ofOne = ofMailbox.extend({ inbound_id: PathId });
const admins = { role: 'admin', kinds: everyMember, tag } as const;
const notFound = ['mailbox_not_found', 'inbound_not_found'] as const;

/** Mail that comes in, and its ledger. Source: contract 26 section 2. */
export const inboundApi = defineApi('channels', {
  receiveMail: {
    right: 'none',
    method: 'post',
    path: '/v3/mail/inbound/:mailbox_id',
    role: 'public',
    authorization: 'forward',
    idempotency: 'ignored',
    stream: 'raw',
    upload: true,
    consumes: ['message/rfc822', 'multipart/form-data'],
    params: z.object({ mailbox_id: PathId }),
    body: z.object({ email: z.string() }),
    response: z.object({ status: z.enum(['stored', 'known']) }),
    errors: ['unauthorized', 'mail_missing', 'mailbox_disabled'],
    summary: 'Take a raw mail from a provider',
    description:
      'The body is the mail as it came (`message/rfc822`), or a form with the part `email`, as SendGrid, Postmark and Mailgun post it. `Authorization: Bearer` holds the secret of the mailbox, or Basic has it as password. Answered once the mail is stored; the same mail again is `known`.',
    tag,
  },
  listInboundMails: {
    right: 'settings.write',
    ...admins,
    method: 'get',
    path: base,
    params: ofMailbox,
    query: z.strictObject({
      ...pageQuery({ sortable: ['createdAt'] }),
      state: maybe(oneOf(inboundStates)),
      from: maybe(text(254, 1)),
      to: maybe(text(254, 1)),
    }),
    response: z.object({ perPage: z.number().int(), mails: z.array(InboundView) }),
    errors: ['mailbox_not_found'],
    summary: 'Mails that came in, newest first',
  },
  getInboundMail: {
    right: 'settings.write',
    ...admins,
    method: 'get',
    path: `${base}/:inbound_id`,
    params: ofOne,
    response: InboundView,
    errors: [...notFound],
    summary: 'One mail that came in',
  },
  getInboundRaw: {
    right: 'settings.write',
    ...admins,
    method: 'get',
    path: `${base}/:inbound_id/raw`,
    stream: 'raw',
    produces: ['message/rfc822'],
    params: ofOne,
    response: z.string(),
    errors: [...notFound],
    summary: 'The bytes of a mail as it came',
  },
  retryInboundMail: {
    right: 'settings.write',
    ...admins,
    method: 'post',
    path: `${base}/:inbound_id/retry`,
    params: ofOne,
    response: InboundView,
    errors: [...notFound, 'not_retryable'],
    summary: 'Work again on a mail that has failed',
  },
  routeInboundMail: {
    right: 'settings.write',
    ...admins,
    method: 'post',
    path: `${base}/:inbound_id/route`,
    params: ofOne,
    response: InboundView,
    errors: [...notFound, 'not_retryable'],
    summary: 'Accept a mail that was rejected, as spam for example',
  },
});
