import { z } from 'zod';

import { eitherBy, maybe, oneOf, spokenText, text } from '../fields.ts';

export const outboundTypes = ['smtp', 'installation', 'none'] as const;

/** How the connection to a mail server is encrypted; `none` is for places that the operator allows. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const;

/** How answers leave: by a server of the project, by that of the installation, or not at all. Source: contract 26 section 1. */
export const Outbound = eitherBy('type', [
  z.object({
    type: z.literal('smtp'),
    host: text(253, 1).trim(),
    port: z.number().int().min(1).max(65_535),
    secure: oneOf(mailSecurities),
    username: maybe(text(320)),
    /** Left out: the one that is stored stays. */
    password: maybe(text(1_000)),
    /** Sign in by the mailbox's `oauth` in the place of a password. */
    oauth: maybe(z.boolean()),
  }),
  z.object({ type: z.literal('installation') }),
  z.object({ type: z.literal('none') }),
]);

export const senderNames = ['mailbox', 'agent'] as const;
export const autoReplyTimes = ['request', 'day'] as const;

/** Members of a mailbox that say what it sends. */
export const outgoingFields = {
  outbound: maybe(Outbound),
  /** Name of the sender: that of the mailbox, or the agent's before it. */
  sender_name: maybe(oneOf(senderNames)),
  signature: maybe(text(4_000)),
  auto_reply: maybe(
    z.object({ enabled: z.boolean(), text: spokenText(4_000), once_per: maybe(oneOf(autoReplyTimes)) }),
  ),
  /** Whether the number of the request stands in the subject. */
  subject_number: maybe(z.boolean()),
  /** Whether answers may go to `local+token@domain`. */
  plus_addressing: maybe(z.boolean()),
  /** Whether automatic mail opens requests, for forms and shops that send as machines. */
  accept_automatic: maybe(z.boolean()),
};

/** What admins see of what a mailbox sends; no password. */
export const outgoingView = {
  outbound: z
    .object({
      type: z.enum(outboundTypes),
      host: z.string().optional(),
      port: z.number().int().optional(),
      secure: z.enum(mailSecurities).optional(),
      username: z.string().optional(),
      password_set: z.literal(true).optional(),
      oauth: z.literal(true).optional(),
    })
    .optional(),
  sender_name: z.enum(senderNames).optional(),
  auto_reply: z
    .object({ enabled: z.boolean(), text: z.string(), once_per: z.enum(autoReplyTimes).optional() })
    .optional(),
  subject_number: z.boolean().optional(),
  plus_addressing: z.boolean().optional(),
  accept_automatic: z.boolean().optional(),
};
