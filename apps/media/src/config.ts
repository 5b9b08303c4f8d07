import { duration, flag, integer, type Production, url } from '@parley/service-kit/config';
import { z } from 'zod';

import { areSigningKeys } from './file/signature.ts';

const megabyte = 2 ** 20;
const bytes = (byDefault: number) => integer({ min: 1, byDefault });

/** Our environment variables; those every service has are in the kit. MB = 2²⁰ bytes. */
export const config = z.object({
  /** Where clients reach us: what signed addresses begin with, unless `MEDIA_ORIGIN` says otherwise. */
  PUBLIC_URL: url().default('http://127.0.0.1:3000'),
  /** An own host for the addresses of files, if there is one. */
  MEDIA_ORIGIN: url().optional(),

  /** The folder of everything embedded. */
  PARLEY_DATA: z.string().default('.parley'),
  /** Where bytes are kept without S3; default `media` in it. */
  MEDIA_DIR: z.string().optional(),
  /** Where uploads wait until they are judged; default `spool` in it. */
  MEDIA_SPOOL_DIR: z.string().optional(),
  MEDIA_SPOOL_BYTES: bytes(2 ** 31),

  /** S3 takes the place of the folder. */
  S3_ENDPOINT: url().optional(),
  S3_BUCKET: z.string().min(3).max(63).default('parley-media'),
  S3_ACCESS_KEY: z.string().default(''),
  S3_SECRET_KEY: z.string().default(''),
  S3_REGION: z.string().default('us-east-1'),
  /** Ask the store to encrypt what it keeps. */
  S3_SSE: flag(false),
  /** Make the bucket where there is none, private. */
  S3_CREATE_BUCKET: flag(false),

  MEDIA_FILE_BYTES: bytes(20 * megabyte),
  MEDIA_IMAGE_BYTES: bytes(10 * megabyte),
  /** Types that are taken: `.jpg,application/pdf,*` and the like. Default: those of the contract. */
  MEDIA_TYPES: z.string().optional(),
  MEDIA_IMAGE_PIXELS: bytes(50_000_000),
  MEDIA_IMAGE_SIDE: bytes(16_383),
  MEDIA_IMAGE_FRAMES: bytes(500),
  MEDIA_IMAGE_TIME: duration('10s'),

  /** An upload that sends nothing for so long, or takes so long in all, is refused with 408. */
  MEDIA_IDLE_TIMEOUT: duration('15s'),
  MEDIA_UPLOAD_TIMEOUT: duration('120s'),
  /** Uploads written to the store at once. */
  MEDIA_STORES: integer({ min: 1, max: 100, byDefault: 8 }),
  /** How long an upload waits for its turn. */
  MEDIA_QUEUE_TIMEOUT: duration('30s'),
  MEDIA_STORE_TIMEOUT: duration('60s'),

  /** Uploads a minute. */
  LIMIT_GUEST_UPLOADS: integer({ min: 1, byDefault: 30 }),
  LIMIT_UPLOADS: integer({ min: 1, byDefault: 120 }),

  /** Of a guest or external. */
  MEDIA_GUEST_BYTES: bytes(100 * megabyte),
  MEDIA_GUEST_FILES: bytes(200),
  MEDIA_USER_BYTES: bytes(5 * 1024 * megabyte),
  /** Of a project; absent: no limit. */
  MEDIA_PROJECT_BYTES: integer({ min: 1, byDefault: Number.MAX_SAFE_INTEGER }),

  /** How long files of users' folders are kept, in days; 0: until they are deleted. */
  MEDIA_CHAT_DAYS: integer({ min: 0, max: 36_500, byDefault: 0 }),
  /** How long files of a deleted project are kept. */
  PROJECT_ERASURE_DELAY: duration('30d'),

  /** `host:port` of a clamd; absent: nothing is scanned. */
  CLAMD_ADDRESS: z
    .string()
    .regex(/^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,5}$/, 'must be host:port')
    .optional(),
  CLAMD_TIMEOUT: duration('30s'),
  /** What happens to a file that cannot be scanned. */
  MEDIA_SCAN_FAIL: z.enum(['closed', 'open']).default('closed'),

  /** Keys of signed addresses: `kid:secret,kid:secret`. The first signs, all verify. Default: one made from `DATA_KEY`. */
  MEDIA_SIGNING_KEYS: z.string().refine(areSigningKeys, 'must be kid:secret, with secrets of 32 characters').optional(),
});

export type Config = z.output<typeof config>;

/** Without these a production must not start. */
export const production: Production = {
  refuse: (env) =>
    env.S3_ENDPOINT && !(env.S3_ACCESS_KEY && env.S3_SECRET_KEY)
      ? ['S3_ACCESS_KEY, S3_SECRET_KEY: are missing, and S3_ENDPOINT needs them']
      : [],
};
