import { inboundApi, mailboxApi, mailHtmlApi, mailSetupApi, outgoingApi } from '@parley/contracts';
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
import { getMailboxDns } from './mailbox/get-mailbox-dns.ts';
import { listMailboxes } from './mailbox/list-mailboxes.ts';
import { makeDkimKey } from './mailbox/make-dkim-key.ts';
import { rotateMailboxSecret } from './mailbox/rotate-mailbox-secret.ts';
import { updateMailbox } from './mailbox/update-mailbox.ts';
import { getRequestMail } from './outbound/get-request-mail.ts';
import { retryMessageMail } from './outbound/retry-message-mail.ts';
import { startMailConversation } from './outbound/start-mail-conversation.ts';
import { deleteMailSuppression } from './suppression/delete-mail-suppression.ts';
import { listMailSuppressions } from './suppression/list-mail-suppressions.ts';
import { setMailCopies } from './thread/set-mail-copies.ts';

export const http = combine<Context>(
  implement<typeof mailboxApi, Context>(mailboxApi, {
    listMailboxes,
    createMailbox,
    getMailbox,
    updateMailbox,
    deleteMailbox,
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
  implement<typeof mailSetupApi, Context>(mailSetupApi, {
    checkMailbox,
    checkStoredMailbox,
    makeDkimKey,
    getMailboxDns,
    startMailConversation,
  }),
  implement<typeof outgoingApi, Context>(outgoingApi, {
    getRequestMail,
    setMailCopies,
    retryMessageMail,
    listMailSuppressions,
    deleteMailSuppression,
  }),
);
