import { z } from 'zod';

import { maybe, numberWord, oneOf, spokenText, text } from '../fields.ts';

/** How the connection to a mail server is encrypted; there is none without. */
export const connectionSecurity = ['tls', 'starttls'] as const;

const Host = text(253, 1).trim();
const Port = numberWord({ integer: true, min: 1, max: 65_535 });

/** What becomes of a mail on the server once it is stored: `keep`, `seen`, or `move:<folder>`. */
const After = text(260)
  .trim()
  .refine((word) => /^(?:keep|seen|move:\S.{0,250})$/u.test(word), 'Must be keep, seen or move:<folder>');

/** Of a mailbox that is read by IMAP, as clients write it. Source: contract 26 section 1. */
export const ImapInbound = z.object({
  type: z.literal('imap'),
  host: Host,
  port: maybe(Port),
  secure: maybe(oneOf(connectionSecurity)),
  username: spokenText(254),
  /** Absent: the one that is stored, for the same host and username. */
  password: maybe(text(1_000, 1)),
  /** Sign in by the mailbox's `oauth` in the place of a password. */
  oauth: maybe(z.boolean()),
  folder: maybe(spokenText(250)),
  after: maybe(After),
});
export type ImapInbound = z.output<typeof ImapInbound>;

export const oauthProviders = ['google', 'microsoft', 'custom'] as const;

/** How access tokens of a mailbox are fetched (XOAUTH2). Secrets that are absent stay as they are for the same `token_url`. */
export const MailOauth = z.object({
  provider: oneOf(oauthProviders),
  token_url: text(2_000, 1).trim(),
  client_id: spokenText(500),
  client_secret: maybe(text(2_000, 1)),
  refresh_token: maybe(text(4_000, 1)),
});
export type MailOauth = z.output<typeof MailOauth>;

/** What an admin sees of it. */
export const ImapInboundView = z.object({
  host: z.string(),
  port: z.number().int(),
  secure: z.enum(connectionSecurity),
  username: z.string(),
  password_set: z.literal(true).optional(),
  oauth: z.literal(true).optional(),
  folder: z.string(),
  after: z.string(),
});

export type ImapInboundView = z.output<typeof ImapInboundView>;

export const MailOauthView = z.object({
  provider: z.enum(oauthProviders),
  token_url: z.string(),
  client_id: z.string(),
  client_secret_set: z.literal(true).optional(),
  refresh_token_set: z.literal(true).optional(),
});
export type MailOauthView = z.output<typeof MailOauthView>;
