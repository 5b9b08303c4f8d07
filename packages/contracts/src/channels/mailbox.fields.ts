import { z } from 'zod';

import { maybe, oneOf, spokenText, text } from '../fields.ts';
import { outgoingFields } from './outgoing.fields.ts';

/** `local@domain`, in any case, without a display name; international domains as entered. */
export const MailAddress = text(254, 3).trim();

export const inboundTypes = ['smtp', 'webhook', 'none'] as const;
export type InboundType = (typeof inboundTypes)[number];

/** How mail of a mailbox comes in. */
const Inbound = z.object({ type: oneOf(inboundTypes) });

/** Members of a mailbox as clients write them. */
export const mailboxFields = {
  name: spokenText(100).trim(),
  aliases: maybe(z.array(MailAddress).max(20)),
  department: maybe(text(255)),
  inbound: Inbound,
  enabled: maybe(z.boolean()),
  ...outgoingFields,
};
