import { outboundConfig } from '@parley/outbound';
import { duration, file, host, integer, list, port, url } from '@parley/service-kit/config';
import { z } from 'zod';

/** Environment of this service beyond what every service reads. */
export const Config = z
  .object({
    /** Port on which mail is taken by SMTP; 0: mail comes in by IMAP and webhooks only. */
    MAIL_SMTP_PORT: port(0),
    /** Address that this port listens on; default: `PARLEY_HOST`. */
    MAIL_SMTP_HOST: host().optional(),
    /** Name by which the service greets; default: the host of `PUBLIC_URL`. */
    MAIL_SMTP_NAME: host().optional(),
    /** PEM files of the certificate for STARTTLS; without them mail is taken unencrypted only. */
    MAIL_TLS_CERT: file().optional(),
    /** PEM file of the key of `MAIL_TLS_CERT`. */
    MAIL_TLS_KEY: file().optional(),
    /** PEM file of certificates to trust at mail servers, instead of the system's. */
    MAIL_CA: file().optional(),
    /** Name servers that are asked who may send for a domain (SPF, DKIM, DMARC); default: those of the system. */
    MAIL_DNS: list().pipe(
      z.array(
        z.string().regex(/^(?:[\d.]+|\[[\da-f:]+\]|[\da-f:]+)(?::\d{1,5})?$/i, 'must be addresses of name servers'),
      ),
    ),
    /** Largest mail in bytes. */
    MAIL_MAX_BYTES: integer({ min: 1_000, max: 100_000_000, byDefault: 25_000_000 }),
    /** Days that raw mails are kept. */
    MAIL_RAW_DAYS: integer({ min: 1, max: 3_650, byDefault: 30 }),
    /** Days that the ledger is kept. */
    MAIL_LEDGER_DAYS: integer({ min: 1, max: 3_650, byDefault: 90 }),
    /** Mails per minute from one address of the network. */
    LIMIT_MAILS: integer({ min: 1, max: 1_000_000, byDefault: 30 }),
    /** Mails of one sender to one mailbox in ten minutes; more are rejected. */
    LIMIT_SENDER_MAILS: integer({ min: 1, max: 1_000_000, byDefault: 20 }),
    /** Connections of one address to the SMTP port. */
    MAIL_CONNECTIONS: integer({ min: 1, max: 10_000, byDefault: 20 }),
    /** Mail server of the installation, `smtp://` or `smtps://`, for mailboxes of `MAIL_DOMAINS`; without it their mails are written to files. */
    SMTP_URL: url('smtp:', 'smtps:').optional(),
    /** `off`: the installation sends no mail. */
    MAIL_DELIVERY: z.enum(['on', 'off']).default('on'),
    /** Domains whose mailboxes may send through `SMTP_URL`; `*`: all. */
    MAIL_DOMAINS: list().pipe(z.array(z.string().regex(/^(?:\*|[^\s@/]+)$/, 'must be domains'))),
    /** Ports of mail servers that projects may name, besides 25, 143, 465, 587 and 993. */
    MAIL_PORTS: list().pipe(
      z.array(
        z
          .string()
          .regex(/^\d{1,5}$/, 'must be ports')
          .transform(Number),
      ),
    ),
    /** How long messages of one author are collected, to leave as one mail. */
    MAIL_GROUP: duration('20s'),
    /** How long visitors may leave messages unread before they get them by mail, in projects that want it. */
    MAIL_TRANSCRIPT_AFTER: duration('10m'),
    /** Folder of all embedded data; mails are written to `mail/` in it. */
    PARLEY_DATA: z.string().default('.parley'),
    ...outboundConfig,
    /** Time to parse one mail; the parser is ended when it takes longer. */
    MAIL_PARSE_TIMEOUT: duration('20s'),
    /** Delay between the deletion of a project and the erasure of its data. */
    PROJECT_ERASURE_DELAY: duration('30d'),
  })
  .refine((config) => (config.MAIL_TLS_CERT === undefined) === (config.MAIL_TLS_KEY === undefined), {
    path: ['MAIL_TLS_CERT'],
    message: 'needs MAIL_TLS_KEY beside it, and the other way round',
  });
export type Config = z.output<typeof Config>;
