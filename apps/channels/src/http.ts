import { inboundApi, mailboxApi, mailHtmlApi } from '@parley/contracts';
import { combine, implement } from '@parley/service-kit/http';

import type { Context } from './context.ts';
import { getMessageHtml } from './html/get-message-html.http.ts';
import { getInboundMail } from './inbound/get-inbound-mail.ts';
import { getInboundRaw } from './inbound/get-inbound-raw.http.ts';
import { listInboundMails } from './inbound/list-inbound-mails.ts';
import { receiveMail } from './inbound/receive-mail.http.ts';
import { retryInboundMail } from './inbound/retry-inbound-mail.ts';
import { routeInboundMail } from './inbound/route-inbound-mail.ts';
import { checkMailbox } from './mailbox/check-mailbox.ts';
import { checkStoredMailbox } from './mailbox/check-stored-mailbox.ts';
import { createMailbox } from './mailbox/create-mailbox.ts';
import { deleteMailbox } from './mailbox/delete-mailbox.ts';
import { getMailbox } from './mailbox/get-mailbox.ts';
import { listMailboxes } from './mailbox/list-mailboxes.ts';
import { rotateMailboxSecret } from './mailbox/rotate-mailbox-secret.ts';
import { updateMailbox } from './mailbox/update-mailbox.ts';

export const http = combine<Context>(
  implement<typeof mailboxApi, Context>(mailboxApi, {
    listMailboxes,
    createMailbox,
    getMailbox,
    updateMailbox,
    deleteMailbox,
    checkMailbox,
    checkStoredMailbox,
    rotateMailboxSecret,
  }),
  implement<typeof inboundApi, Context>(inboundApi, {
    receiveMail,
    listInboundMails,
    getInboundMail,
    getInboundRaw,
    retryInboundMail,
    routeInboundMail,
  }),
  implement<typeof mailHtmlApi, Context>(mailHtmlApi, { getMessageHtml }),
);
