import { randomUUID } from 'node:crypto';

import { type EndpointRow, idAt, type RecordMaker } from './row.ts';

/** No two mailboxes have one address, whatever their projects. */
const mailbox = () => ({ address: `help@${randomUUID()}.example`, name: 'Help', inbound: { type: 'none' } });

export const channelsRecords: Record<string, RecordMaker> = {
  mailbox_id: async ({ owner, projectId }) => idAt(await owner('post', `/${projectId}/mailboxes`, mailbox()), '_id'),
  // Made by a mail, which these tests have none of.
  inbound_id: () => '0'.repeat(24),
};

const noMail: EndpointRow = { refuses: ['inbound_not_found'] };

export const channelsRows: Record<string, EndpointRow> = {
  listMailboxes: {},
  createMailbox: { body: mailbox, isFresh: true },
  getMailbox: {},
  updateMailbox: { body: () => ({ name: 'Shop' }) },
  deleteMailbox: {},
  rotateMailboxSecret: {},
  // The secret of the mailbox is the credential, which these tests have none of.
  receiveMail: { refuses: ['unauthorized'], otherIds: { mailbox_id: [401] } },
  listInboundMails: {},
  getInboundMail: noMail,
  getInboundRaw: noMail,
  retryInboundMail: noMail,
};
