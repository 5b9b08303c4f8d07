import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { ServerFaultView } from './server-fault.ts';
import { MailboxInEvent, mailDirections } from './views.ts';

/** Source: contract 26 section 1. */
export const mailboxCreated = defineEvent('mailbox.created', z.object({ mailbox: MailboxInEvent }));
export const mailboxUpdated = defineEvent(
  'mailbox.updated',
  z.object({ mailbox: MailboxInEvent, changes: z.array(z.string()).optional() }),
);
export const mailboxDeleted = defineEvent('mailbox.deleted', z.object({ mailbox: MailboxInEvent }));
/** Whether mail fails to come in or to leave. */
const direction = z.enum(mailDirections).optional();
/** Mail does not come in, or does not leave; `recovered` when it does again. */
export const mailboxFailing = defineEvent(
  'mailbox.failing',
  z.object({ mailbox: MailboxInEvent, direction, error: ServerFaultView }),
);
export const mailboxRecovered = defineEvent('mailbox.recovered', z.object({ mailbox: MailboxInEvent, direction }));
