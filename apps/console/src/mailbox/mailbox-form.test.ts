import type { MailboxView } from '@parley/sdk';

import { bodyOfMailbox, formOfMailbox } from './mailbox-form.ts';

const mailbox = { name: 'Shop', enabled: true, auto_reply: { enabled: true, text: 'Thanks', once_per: 'day' } };
const stored = formOfMailbox(mailbox as MailboxView);

it('shows what the API does when a member was never set', () => {
  expect(formOfMailbox({ name: 'Shop', enabled: true } as MailboxView)).toMatchObject({
    ...{ sender_name: 'mailbox', subject_number: true, plus_addressing: true, accept_automatic: false },
    ...{ on_dmarc_fail: 'reject', replies: false, signature: '' },
  });
});

it('sends the automatic reply as a whole when a part of it was changed, and not at all otherwise', () => {
  expect(bodyOfMailbox({ replies: false }, stored)).toEqual({
    auto_reply: { enabled: false, text: 'Thanks', once_per: 'day' },
  });
  expect(bodyOfMailbox({ signature: 'S' }, stored)).toEqual({ signature: 'S' });
});

it('keeps the words of a reply that is turned off, and sends none without words', () => {
  expect(bodyOfMailbox({ replies: false, reply_text: ' ' }, stored).auto_reply?.text).toBe('Thanks');
  expect(bodyOfMailbox({ replies: false }, { ...stored, reply_text: '' })).toEqual({});
});
