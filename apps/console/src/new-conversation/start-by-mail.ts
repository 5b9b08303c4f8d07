import { type Parley, startMailConversation } from '@parley/sdk';

import type { RecipientChoice } from './recipient-field.tsx';

interface MailStart {
  mailbox: string;
  to: string;
  cc: string[];
  subject: string;
  message: { text: string; id: string };
  department: string;
}

/** To which address; empty where none is known. */
export function emailOf(choice: RecipientChoice | undefined): string {
  if (!choice) return '';
  return (choice.kind === 'new' ? choice.email : (choice.recipient.email ?? '')).trim();
}

/** Addresses of a line, divided by commas, semicolons or spaces. */
export function copiesIn(line: string): string[] {
  return [...new Set(line.split(/[\s,;]+/).filter((address) => address !== ''))];
}

/** Opens a conversation with a mail. @returns its id */
export async function beginByMail(parley: Parley, { mailbox, to, cc, ...start }: MailStart): Promise<string> {
  const { subject, message, department } = start;
  const { request_id } = await startMailConversation(
    parley,
    {
      ...{ mailbox_id: mailbox, to, subject, text: message.text, departmentid: department },
      ...(cc.length > 0 && { cc }),
    },
    // A try whose answer was lost sends nothing twice.
    { idempotencyKey: message.id },
  );
  return request_id;
}
