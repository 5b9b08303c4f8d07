import { z } from 'zod';

import { everyMember } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { maybe, PathId } from '../fields.ts';
import { MailAddress, mailboxFields } from './mailbox.fields.ts';
import { MailboxView } from './views.ts';

const tag = 'Mail';
const base = '/v3/:id_project/mailboxes';
const inProject = z.object({ id_project: PathId });
const ofOne = inProject.extend({ mailbox_id: PathId });
const admins = { role: 'admin', kinds: everyMember, tag } as const;

/** Source: contract 26 section 1. */
export const mailboxApi = defineApi('channels', {
  listMailboxes: {
    right: 'project.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    response: z.array(MailboxView),
    errors: [],
    summary: 'Mailboxes of the project, oldest first',
    description:
      'Agents see address, name, department, signature, state and whether a mailbox is enabled; admins see all.',
    tag,
  },
  createMailbox: {
    right: 'settings.write',
    ...admins,
    method: 'post',
    path: base,
    params: inProject,
    body: z.object({ address: MailAddress, ...mailboxFields }),
    response: MailboxView.extend({ secret: z.string().optional() }),
    secretAnswer: true,
    errors: ['address_taken', 'address_invalid', 'limit_reached', 'url_not_allowed', 'outbound_not_allowed'],
    summary: 'Make a mailbox',
    description:
      'Mail to its address and aliases becomes requests of the project. With `inbound.type` `webhook`, the answer holds, this once, the secret with which a provider posts mail.',
    example: { body: { address: 'help@shop.example', name: 'Shop', inbound: { type: 'smtp' } } },
  },
  getMailbox: {
    right: 'project.read',
    method: 'get',
    path: `${base}/:mailbox_id`,
    role: 'agent',
    params: ofOne,
    response: MailboxView,
    errors: ['mailbox_not_found'],
    summary: 'One mailbox',
    tag,
  },
  updateMailbox: {
    right: 'settings.write',
    ...admins,
    method: 'put',
    path: `${base}/:mailbox_id`,
    params: ofOne,
    body: z.object({
      ...mailboxFields,
      address: maybe(MailAddress),
      name: maybe(mailboxFields.name),
      inbound: maybe(mailboxFields.inbound),
    }),
    response: MailboxView,
    errors: [
      'mailbox_not_found',
      'address_taken',
      'address_invalid',
      'version_mismatch',
      'url_not_allowed',
      'outbound_not_allowed',
    ],
    summary: 'Change a mailbox',
    example: { body: { enabled: false } },
  },
  deleteMailbox: {
    right: 'settings.write',
    ...admins,
    method: 'delete',
    path: `${base}/:mailbox_id`,
    params: ofOne,
    response: MailboxView,
    errors: ['mailbox_not_found', 'version_mismatch'],
    summary: 'Remove a mailbox; its requests stay, and its raw mails go',
  },
  rotateMailboxSecret: {
    right: 'secret.write',
    ...admins,
    method: 'post',
    path: `${base}/:mailbox_id/secret/rotate`,
    params: ofOne,
    response: z.object({ _id: z.string(), id: z.string(), secret: z.string() }),
    secretAnswer: true,
    errors: ['mailbox_not_found'],
    summary: 'Give the webhook of a mailbox a new secret; the old one ends at once',
  },
});
