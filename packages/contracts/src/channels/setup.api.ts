import { z } from 'zod';

import { everyMember } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { maybe, PathId, spokenText, text } from '../fields.ts';
import { MailAddress, mailboxFields } from './mailbox.fields.ts';
import { Outbound } from './outgoing.fields.ts';
import { outgoingErrors } from './outgoing.views.ts';
import { ServerFaultView } from './server-fault.ts';

const tag = 'Mail';
const base = '/v3/:id_project/mailboxes';
const inProject = z.object({ id_project: PathId });
const ofOne = inProject.extend({ mailbox_id: PathId });
const admins = { role: 'admin', kinds: everyMember, tag, right: 'settings.write' } as const;

/** What a try of the servers has shown; a way that needs none is left out. */
const Checked = z.object({
  inbound: z.object({ ok: z.boolean(), error: ServerFaultView.optional(), ms: z.number().int() }).optional(),
  outbound: z
    .object({
      ok: z.boolean(),
      error: z.object({ code: z.enum(outgoingErrors), text: z.string() }).optional(),
      ms: z.number().int(),
    })
    .optional(),
});
export type MailboxCheck = z.output<typeof Checked>;

export const dnsChecks = ['spf', 'dkim', 'dmarc', 'mx'] as const;

/** What an admin needs to set a mailbox up, and new conversations by mail. Source: contract 26 sections 1, 6.2 and 7. */
export const mailSetupApi = defineApi('channels', {
  checkMailbox: {
    ...admins,
    method: 'post',
    path: `${base}/check`,
    params: inProject,
    body: z.object({
      address: MailAddress,
      inbound: maybe(mailboxFields.inbound),
      oauth: mailboxFields.oauth,
      outbound: maybe(Outbound),
      to: maybe(MailAddress),
    }),
    response: Checked,
    errors: ['address_invalid', 'url_not_allowed', 'outbound_not_allowed'],
    summary: 'Try the mail servers of a mailbox before it is made',
    description:
      'Connects and signs in within 20 seconds, and opens the folder; with `to` it also sends a test mail. Nothing is read and nothing is stored.',
    example: {
      body: {
        address: 'help@shop.example',
        outbound: { type: 'smtp', host: 'mail.shop.example', port: 465, secure: 'tls' },
      },
    },
  },
  checkStoredMailbox: {
    ...admins,
    method: 'post',
    path: `${base}/:mailbox_id/check`,
    params: ofOne,
    body: z.object({ to: maybe(MailAddress) }),
    response: Checked,
    errors: ['mailbox_not_found', 'address_invalid'],
    summary: 'Try the mail servers of a mailbox',
    example: { body: {} },
  },
  makeDkimKey: {
    ...admins,
    method: 'post',
    path: `${base}/:mailbox_id/dkim`,
    params: ofOne,
    response: z.object({ selector: z.string(), name: z.string(), type: z.literal('TXT'), value: z.string() }),
    errors: ['mailbox_not_found'],
    summary: 'Make the key with which mails of a mailbox are signed, and answer its DNS record',
    description: 'An earlier key ends at once. Publish the record before mails are sent.',
  },
  getMailboxDns: {
    ...admins,
    method: 'get',
    path: `${base}/:mailbox_id/dns`,
    params: ofOne,
    response: z.object({
      records: z.array(
        z.object({
          check: z.enum(dnsChecks),
          ok: z.boolean(),
          name: z.string(),
          type: z.enum(['TXT', 'MX']),
          /** What should stand there, where we know it. */
          wanted: z.string().optional(),
          found: z.array(z.string()),
        }),
      ),
    }),
    errors: ['mailbox_not_found'],
    summary: 'Which DNS records of the domain of a mailbox are right',
  },
  startMailConversation: {
    right: 'messages.write',
    role: 'agent',
    kinds: everyMember,
    tag,
    method: 'post',
    path: `${base}/:mailbox_id/conversations`,
    params: ofOne,
    body: z.object({
      to: MailAddress,
      cc: maybe(z.array(MailAddress).max(20)),
      subject: spokenText(500).trim(),
      text: spokenText(65_536),
      departmentid: maybe(text(255)),
    }),
    response: z.object({ request_id: z.string(), message: z.string() }),
    errors: [
      'mailbox_not_found',
      'address_invalid',
      'mailbox_sends_nothing',
      'capacity_reached',
      'unknown_sender',
      'sender_not_allowed',
    ],
    summary: 'Write to a customer by mail, which opens a request',
    example: { body: { to: 'vera@customer.example', subject: 'Your order', text: 'It has left today.' } },
  },
});
