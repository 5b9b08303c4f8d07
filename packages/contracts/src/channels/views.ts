import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';
import { ImapInboundView, MailOauthView } from './imap.fields.ts';
import { dmarcActions, inboundTypes } from './mailbox.fields.ts';
import { outgoingView } from './outgoing.fields.ts';
import { MailboxStateView } from './server-fault.ts';

/** What agents see of a mailbox. */
const MailboxSummary = z.object({
  _id: StoredId,
  id: StoredId,
  id_project: StoredId,
  address: z.string(),
  name: z.string(),
  department: z.string().optional(),
  enabled: z.boolean(),
  /** Ends each mail of the team. */
  signature: z.string().optional(),
  state: MailboxStateView.optional(),
});

/** A mailbox, without its secret; members beyond the summary are for admins. Source: contract 26 section 1. */
export const MailboxView = MailboxSummary.extend({
  __v: z.number().int().optional(),
  aliases: z.array(z.string()).optional(),
  inbound: z
    .object({
      ...ImapInboundView.partial().shape,
      type: z.enum(inboundTypes),
      /** Where a provider posts the mail. */
      url: z.string().optional(),
      secret_set: z.literal(true).optional(),
    })
    .optional(),
  oauth: MailOauthView.optional(),
  on_dmarc_fail: z.enum(dmarcActions).optional(),
  spam_score: z.number().optional(),
  ...outgoingView,
  createdBy: z.string().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
});
export type MailboxView = z.output<typeof MailboxView>;

/** What events say of a mailbox: neither servers nor secrets. */
export const MailboxInEvent = MailboxSummary.omit({ signature: true, state: true }).extend({
  inbound: z.enum(inboundTypes),
});
export type MailboxInEvent = z.output<typeof MailboxInEvent>;

/** Mail that comes in, and mail that goes out. */
export const mailDirections = ['in', 'out'] as const;

export const inboundStates = ['stored', 'routed', 'ignored', 'rejected', 'failed'] as const;
export type InboundState = (typeof inboundStates)[number];

/** Why a mail became no message. */
export const inboundReasons = [
  ...(['mailbox_disabled', 'no_sender', 'own_address', 'automatic', 'bounce', 'rate'] as const),
  ...(['too_large', 'dmarc', 'spam'] as const),
] as const;
export type InboundReason = (typeof inboundReasons)[number];

/** One mail that came in. Source: contract 26 section 2.4. */
export const InboundView = z.object({
  _id: StoredId,
  id: StoredId,
  id_project: StoredId,
  mailbox: StoredId,
  state: z.enum(inboundStates),
  why: z.enum(inboundReasons).optional(),
  /** Code of the last failure. */
  error: z.string().optional(),
  attempts: z.number().int(),
  via: z.enum(['imap', 'smtp', 'webhook']),
  message_id: z.string().optional(),
  from: z.string().optional(),
  to: z.array(z.string()),
  subject: z.string().optional(),
  size: z.number().int(),
  sha256: z.string(),
  /** While the raw mail is kept. */
  has_raw: z.boolean(),
  request_id: z.string().optional(),
  message: z.string().optional(),
  createdAt: Timestamp,
  routedAt: Timestamp.optional(),
});
export type InboundView = z.output<typeof InboundView>;
