import { duration, file, host, integer, port } from '@parley/service-kit/config';
import { z } from 'zod';

/** Environment of this service beyond what every service reads. */
export const Config = z
  .object({
    /** Port on which mail is taken by SMTP; 0: mail comes in by webhooks only. */
    MAIL_SMTP_PORT: port(0),
    /** Address that this port listens on; default: `PARLEY_HOST`. */
    MAIL_SMTP_HOST: host().optional(),
    /** Name by which the service greets; default: the host of `PUBLIC_URL`. */
    MAIL_SMTP_NAME: host().optional(),
    /** PEM files of the certificate for STARTTLS; without them mail is taken unencrypted only. */
    MAIL_TLS_CERT: file().optional(),
    /** PEM file of the key of `MAIL_TLS_CERT`. */
    MAIL_TLS_KEY: file().optional(),
    /** Largest mail in bytes. */
    MAIL_MAX_BYTES: integer({ min: 1_000, max: 100_000_000, byDefault: 25_000_000 }),
    /** Days that raw mails are kept. */
    MAIL_RAW_DAYS: integer({ min: 1, max: 3_650, byDefault: 30 }),
    /** Days that the ledger is kept. */
    MAIL_LEDGER_DAYS: integer({ min: 1, max: 3_650, byDefault: 90 }),
    /** Mails per minute from one address of the network. */
    LIMIT_MAILS: integer({ min: 1, max: 1_000_000, byDefault: 30 }),
    /** Connections of one address to the SMTP port. */
    MAIL_CONNECTIONS: integer({ min: 1, max: 10_000, byDefault: 20 }),
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
