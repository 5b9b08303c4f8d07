import { randomUUID } from 'node:crypto';

import { type EndpointRow, idAt, type RecordMaker } from './row.ts';

/** No two mailboxes have one address, whatever their projects. */
const mailbox = () => ({ address: `help@${randomUUID()}.example`, name: 'Help', inbound: { type: 'none' } });

/** Disabled, so that no one reads it: its server has a name that none has. */
const read = () => ({
  ...mailbox(),
  enabled: false,
  inbound: { type: 'imap', host: 'mail.invalid', username: 'help', password: 'hunter2' },
});

export const channelsRecords: Record<string, RecordMaker> = {
  mailbox_id: async ({ owner, projectId }) => idAt(await owner('post', `/${projectId}/mailboxes`, mailbox()), '_id'),
  // Made by a mail, which these tests have none of.
  inbound_id: () => '0'.repeat(24),
  address: () => 'vera@customer.example',
};

/** A name that no server has: a check of it answers that it could not be resolved. */
const server = { type: 'smtp', host: 'mail.invalid', port: 465, secure: 'tls', username: 'help', password: 'hunter2' };
/** Requests are held by mail once a mail has come, which these tests have none of. */
const noThread = (...codes: string[]): EndpointRow => ({
  params: { request_id: ({ projectId }) => `support-group-${projectId}-1`, message_id: () => '0'.repeat(24) },
  refuses: [...codes, 'request_not_found'],
});
const noMail: EndpointRow = { refuses: ['inbound_not_found'] };

export const channelsRows: Record<string, EndpointRow> = {
  listMailboxes: {},
  createMailbox: { body: read, isFresh: true },
  getMailbox: {},
  updateMailbox: { body: () => ({ ...read(), address: undefined, name: 'Shop' }) },
  deleteMailbox: {},
  rotateMailboxSecret: {},
  // The secret of the mailbox is the credential, which these tests have none of.
  receiveMail: { refuses: ['unauthorized'], otherIds: { mailbox_id: [401] } },
  listInboundMails: {},
  getInboundMail: noMail,
  getInboundRaw: noMail,
  retryInboundMail: noMail,
  routeInboundMail: noMail,
  checkMailbox: { body: () => ({ address: 'help@shop.example', outbound: server }), isFresh: true },
  checkStoredMailbox: { isFresh: true },
  makeDkimKey: { isFresh: true },
  getMailboxDns: { isFresh: true },
  // Conversations refuses a department of another project, as with every message.
  startMailConversation: { refuses: ['mailbox_sends_nothing'], takesAnyId: ['departmentid'] },
  getMessageHtml: noThread('html_not_found'),
  getRequestMail: noThread('mail_not_found'),
  setMailCopies: noThread('mail_not_found'),
  retryMessageMail: noThread('mail_not_found'),
  listMailSuppressions: {},
  deleteMailSuppression: { refuses: ['suppression_not_found'], params: { address: () => 'vera@customer.example' } },
};
