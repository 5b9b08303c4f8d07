import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';
import { inboundStates, mailDirections } from './views.ts';

/** Source: contract 26 section 6.3. */
export const outgoingStates = ['waiting', 'sending', 'sent', 'bounced', 'failed', 'suppressed', 'cancelled'] as const;
export type OutgoingState = (typeof outgoingStates)[number];

export const outgoingKinds = ['answer', 'auto_reply', 'transcript'] as const;
export type OutgoingKind = (typeof outgoingKinds)[number];

/** Why a mail has not left, or came back. Source: contract 26 section 8. */
export const outgoingErrors = [
  'dns_failed',
  'url_not_allowed',
  'connection_refused',
  'tls_failed',
  'auth_failed',
  'oauth_expired',
  'timeout',
  'quota',
  'greylisted',
  'blocked',
  'rejected',
  'bounced',
  'suppressed',
  'expired',
  'mailbox_disabled',
  'mailbox_removed',
  'outbound_off',
  'nothing_to_send',
  'internal',
] as const;
export type OutgoingError = (typeof outgoingErrors)[number];

/** One mail of a request, either way. */
export const RequestMailView = z.object({
  _id: StoredId,
  id: StoredId,
  direction: z.enum(mailDirections),
  mailbox: StoredId,
  state: z.enum([...inboundStates, ...outgoingStates]),
  /** Of what goes out. */
  kind: z.enum(outgoingKinds).optional(),
  error: z.object({ code: z.enum(outgoingErrors), text: z.string().optional() }).optional(),
  attempts: z.number().int().optional(),
  /** When the next attempt is due. */
  due_at: Timestamp.optional(),
  /** `_id`s of the messages that it holds, or that it became. */
  messages: z.array(z.string()),
  message_id: z.string().optional(),
  from: z.string().optional(),
  to: z.array(z.string()),
  cc: z.array(z.string()).optional(),
  subject: z.string().optional(),
  createdAt: Timestamp,
  sentAt: Timestamp.optional(),
});
export type RequestMailView = z.output<typeof RequestMailView>;

/** An address to which nothing is sent. Source: contract 26 section 6.3. */
export const SuppressionView = z.object({
  address: z.string(),
  why: z.enum(['bounce', 'complaint']),
  createdAt: Timestamp,
});
export type SuppressionView = z.output<typeof SuppressionView>;
