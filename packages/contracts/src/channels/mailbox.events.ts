import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { ServerFaultView } from './server-fault.ts';
import { MailboxInEvent } from './views.ts';

/** Source: contract 26 section 1. */
export const mailboxCreated = defineEvent('mailbox.created', z.object({ mailbox: MailboxInEvent }));
export const mailboxUpdated = defineEvent(
  'mailbox.updated',
  z.object({ mailbox: MailboxInEvent, changes: z.array(z.string()).optional() }),
);
export const mailboxDeleted = defineEvent('mailbox.deleted', z.object({ mailbox: MailboxInEvent }));
/** No mail comes in; `recovered` when it does again. */
export const mailboxFailing = defineEvent(
  'mailbox.failing',
  z.object({ mailbox: MailboxInEvent, error: ServerFaultView }),
);
export const mailboxRecovered = defineEvent('mailbox.recovered', z.object({ mailbox: MailboxInEvent }));
