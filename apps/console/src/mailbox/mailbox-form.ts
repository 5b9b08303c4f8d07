import type { MailboxView, ParamsOf, updateMailbox } from '@parley/sdk';

/** What the form of a mailbox holds. */
export interface MailboxForm {
  name: string;
  enabled: boolean;
  sender_name: 'mailbox' | 'agent';
  signature: string;
  replies: boolean;
  reply_text: string;
  reply_once: 'request' | 'day';
  subject_number: boolean;
  plus_addressing: boolean;
  accept_automatic: boolean;
  on_dmarc_fail: 'reject' | 'mark';
}

export function formOfMailbox(mailbox: MailboxView): MailboxForm {
  const { name, enabled, sender_name = 'mailbox', signature = '', auto_reply, on_dmarc_fail = 'reject' } = mailbox;
  const { subject_number = true, plus_addressing = true, accept_automatic = false } = mailbox;
  return {
    ...{ name, enabled, sender_name, signature, subject_number, plus_addressing, accept_automatic, on_dmarc_fail },
    replies: auto_reply?.enabled ?? false,
    reply_text: auto_reply?.text ?? '',
    reply_once: auto_reply?.once_per ?? 'request',
  };
}

/** What was changed, as the API takes it: the automatic reply is one member. */
export function bodyOfMailbox(
  { replies, reply_text, reply_once, ...rest }: Partial<MailboxForm>,
  stored: MailboxForm,
): Omit<ParamsOf<typeof updateMailbox>, 'mailbox_id'> {
  const isChanged = [replies, reply_text, reply_once].some((one) => one !== undefined);
  const text = reply_text?.trim() || stored.reply_text;
  return {
    ...rest,
    // The API keeps no automatic reply without words.
    ...(isChanged &&
      text !== '' && {
        auto_reply: { enabled: replies ?? stored.replies, text, once_per: reply_once ?? stored.reply_once },
      }),
  };
}
