import { z } from 'zod';

import { count, id, list, object, short, stored, text, time, words } from './fields.ts';

export const lead = z.object({
  ...stored,
  lead_id: short.min(1),
  fullname: short.optional(),
  email: short.optional(),
  phone: short.optional(),
  company: short.optional(),
  note: text.optional(),
  streetAddress: short.optional(),
  city: short.optional(),
  region: short.optional(),
  zipcode: short.optional(),
  country: short.optional(),
  attributes: object.default({}),
  properties: object.default({}),
  tags: words.default([]),
  status: z.literal([50, 100, 1000]).default(100),
});

export const property = z.object({
  ...stored,
  label: short,
  name: short,
  type: short,
  status: z.int().default(100),
});

export const segment = z.object({ ...stored, name: short, match: z.enum(['all', 'any']), filters: list });

export const bot = z.object({
  ...stored,
  /** Of a published version: the bot. */
  root_id: id.optional(),
  name: short,
  type: short,
  slug: short,
  language: short,
  description: text.optional(),
  title: text.optional(),
  short_description: text.optional(),
  mainCategory: short.optional(),
  url: text.optional(),
  webhook_url: text.optional(),
  webhook_enabled: z.boolean().default(false),
  attributes: object.default({}),
  tags: words.default([]),
  subtype: short,
  agents_available: z.boolean().default(true),
  public: z.boolean().default(false),
  trashedAt: time.optional(),
  modified: z.boolean().default(false),
  published_version: z.int().optional(),
  published_id: id.optional(),
  release_note: text.optional(),
  publishedBy: object.optional(),
  publishedAt: time.optional(),
  avatar: text.optional(),
  _photos: z.array(z.object({ id: short, url: text })).optional(),
});

export const intent = z.object({
  ...stored,
  id_faq_kb: id,
  intent_id: short,
  intent_display_name: short,
  question: text.optional(),
  answer: text.optional(),
  actions: list.default([]),
  form: z.unknown().optional(),
  reply: z.unknown().optional(),
  attributes: object.default({}),
  enabled: z.boolean().default(true),
  webhook_enabled: z.boolean().default(false),
  topic: short,
});

/** What bots know of a request. */
export const parameters = z.object({
  /** `_id` of the request. */
  _id: id,
  request_id: short,
  parameters: object.default({}),
  _answeredSeq: count.default(0),
  _sessions: z.array(z.object({ bot: short, state: object })).optional(),
});

export const file = z.object({
  _id: id,
  kind: short,
  path: z.string().min(1).max(2_048),
  name: short,
  class: short,
  type: short,
  inline: z.boolean(),
  size: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  width: z.int().optional(),
  height: z.int().optional(),
  thumbnail: z.string().max(2_048).optional(),
  thumbnail_size: z.int().optional(),
  thumbnail_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  uploader: z.object({ kind: short, id_project: short, id: short }),
  subject: z.object({ kind: short, id: short }).optional(),
  unscanned: z.boolean().default(false),
  expiresAt: time.optional(),
  createdBy: short,
  createdAt: time,
  __v: count.default(0),
  /** Messages that name it. */
  references: z.array(z.object({ message: id, request: id, request_id: short, audience: short })).default([]),
});

export const subscription = z.object({
  ...stored,
  event: short,
  target: text,
  send_token: z.boolean().default(false),
  status: short,
  disabled_reason: short.optional(),
});

/** A mailbox, without passwords and keys. It is stored disabled: two installations must not read the same mail. */
export const mailbox = z.object({
  ...stored,
  address: short,
  name: short,
  aliases: words.default([]),
  department: id.optional(),
  inbound: z.enum(['imap', 'smtp', 'webhook', 'none']),
  enabled: z.boolean(),
  on_dmarc_fail: z.enum(['reject', 'mark']).default('reject'),
  spam_score: z.number().optional(),
  /** What it sends, and how. */
  outgoing: object.optional(),
  imap: z
    .object({
      host: short,
      port: z.int(),
      secure: z.enum(['tls', 'starttls']),
      username: short,
      folder: short,
      after: short,
      createdAt: time,
      /** How far the folder is read. */
      _uidValidity: short.optional(),
      _lastUid: count.default(0),
      _settledUid: count.default(0),
    })
    .optional(),
  oauth: z.object({ provider: short, token_url: text, client_id: short }).optional(),
});

/** A row of the ledger of mail, without its bytes: by it an answer finds its thread. */
export const mail = z.object({
  _id: id,
  mailbox: id,
  known_by: short,
  via: short,
  message_id: short.optional(),
  size: count,
  sha256: short,
  state: short,
  why: short.optional(),
  from: short.optional(),
  subject: text.optional(),
  request_id: short.optional(),
  request: id.optional(),
  message: id.optional(),
  createdAt: time,
  routedAt: time.optional(),
});

export const thread = z.object({
  request_id: short,
  mailbox: id,
  requester: short,
  /** `lead_id` of the requester of a chat that goes on by mail. */
  lead: short.optional(),
  parties: words.default([]),
  /** Addresses that get the answers of the team as well. */
  cc: words.default([]),
  createdAt: time,
});

/** A mail that has left or never will. One that waits is sent by the installation that has it. */
export const outgoingMail = z.object({
  _id: id,
  mailbox: id,
  request_id: short,
  request: id,
  kind: short,
  /** Sender of its messages. */
  author: short,
  recipient: short,
  cc: words.default([]),
  message_id: short,
  state: z.enum(['sent', 'bounced', 'failed', 'suppressed', 'cancelled']),
  attempts: count.default(0),
  error: short.optional(),
  errorText: text.optional(),
  messages: z.array(z.object({ message: id, seq: z.int() })).default([]),
  createdAt: time,
  endedAt: time.optional(),
  _giveUpAt: time,
});

/** An address to which nothing is sent, since mail to it came back. */
export const suppression = z.object({ address: short.min(1), why: short, createdAt: time });

export const activity = z.object({
  _id: id,
  createdAt: time,
  verb: short,
  actor: object,
  actionObj: object.optional(),
  target: object,
  related: object.optional(),
  agents: words.default([]),
});
