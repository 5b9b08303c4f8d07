import { z } from 'zod';

import { eitherBy, maybe, numberWord, oneOf, spokenText, text } from '../fields.ts';
import { ImapInbound, MailOauth } from './imap.fields.ts';
import { outgoingFields } from './outgoing.fields.ts';

/** `local@domain`, in any case, without a display name; international domains as entered. */
export const MailAddress = text(254, 3).trim();

export const inboundTypes = ['imap', 'smtp', 'webhook', 'none'] as const;
export type InboundType = (typeof inboundTypes)[number];

export const dmarcActions = ['reject', 'mark'] as const;

/** How mail of a mailbox comes in. */
const Inbound = eitherBy('type', [
  ImapInbound,
  z.object({ type: z.literal('smtp') }),
  z.object({ type: z.literal('webhook') }),
  z.object({ type: z.literal('none') }),
]);

/** Members of a mailbox as clients write them. */
export const mailboxFields = {
  name: spokenText(100).trim(),
  aliases: maybe(z.array(MailAddress).max(20)),
  department: maybe(text(255)),
  inbound: Inbound,
  oauth: maybe(MailOauth),
  enabled: maybe(z.boolean()),
  /** Of a mail whose sender's domain asks by DMARC to refuse it. */
  on_dmarc_fail: maybe(oneOf(dmarcActions)),
  /** From which on a mail is spam, by its `X-Spam-Score`; one with `X-Spam-Flag: YES` always is. */
  spam_score: maybe(numberWord({ min: -1_000, max: 1_000 })),
  ...outgoingFields,
};
