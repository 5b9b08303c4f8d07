import { duration, fileTypes, flag, integer, type Production, url } from '@parley/service-kit/config';
import { z } from 'zod';

import { areSigningKeys } from './file/signature.ts';

const megabyte = 2 ** 20;
const bytes = (byDefault: number) => integer({ min: 1, byDefault });

/** Environment variables of this service; those of every service are added by the kit. MB = 2²⁰ bytes. */
export const config = z.object({
  /** Address of the gateway for clients; signed addresses begin with it, unless `MEDIA_ORIGIN` is set. */
  PUBLIC_URL: url().default('http://127.0.0.1:3000'),
  /** Separate origin for the addresses of files. */
  MEDIA_ORIGIN: url().optional(),

  /** Folder of all embedded data. */
  PARLEY_DATA: z.string().default('.parley'),
  /** Folder of the files without S3; default: `media` in `PARLEY_DATA`. */
  MEDIA_DIR: z.string().optional(),
  /** Folder of uploads until they are checked; default: `spool` in `PARLEY_DATA`. */
  MEDIA_SPOOL_DIR: z.string().optional(),
  /** Maximum number of bytes of uploads that wait to be checked. */
  MEDIA_SPOOL_BYTES: bytes(2 ** 31),

  /** Address of an S3 store, which replaces the folder. */
  S3_ENDPOINT: url().optional(),
  /** Bucket of the files. */
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,63}$/, 'must be the name of a bucket')
    .default('parley-media'),
  /** Access key of the store. */
  S3_ACCESS_KEY: z.string().default(''),
  /** Secret key of the store. */
  S3_SECRET_KEY: z.string().default(''),
  /** Region of the store. */
  S3_REGION: z.string().default('us-east-1'),
  /** Whether the store is asked to encrypt files. */
  S3_SSE: flag(false),
  /** Whether a missing bucket is created, as a private one. */
  S3_CREATE_BUCKET: flag(false),

  /** Largest file, in bytes. */
  MEDIA_FILE_BYTES: bytes(20 * megabyte),
  /** Largest image, in bytes. */
  MEDIA_IMAGE_BYTES: bytes(10 * megabyte),
  /** Accepted types, like `.jpg,application/pdf,*`; default: those of the contract. */
  MEDIA_TYPES: fileTypes().optional(),
  /** Maximum number of pixels of an image, all frames together. */
  MEDIA_IMAGE_PIXELS: bytes(50_000_000),
  /** Longest side of an image, in pixels. */
  MEDIA_IMAGE_SIDE: bytes(16_383),
  /** Maximum number of frames of an image. */
  MEDIA_IMAGE_FRAMES: bytes(500),
  /** How long an image may take to be processed. */
  MEDIA_IMAGE_TIME: duration('10s'),

  /** An upload that sends nothing for this long is refused with 408. */
  MEDIA_IDLE_TIMEOUT: duration('15s'),
  /** How long a whole upload may take. */
  MEDIA_UPLOAD_TIMEOUT: duration('120s'),
  /** Maximum number of uploads that are written to the store at the same time. */
  MEDIA_STORES: integer({ min: 1, max: 100, byDefault: 8 }),
  /** How long an upload waits before it is written. */
  MEDIA_QUEUE_TIMEOUT: duration('30s'),
  /** How long the store may take to write an upload. */
  MEDIA_STORE_TIMEOUT: duration('60s'),

  /** Uploads per minute of a guest. */
  LIMIT_GUEST_UPLOADS: integer({ min: 1, byDefault: 30 }),
  /** Uploads per minute of other callers. */
  LIMIT_UPLOADS: integer({ min: 1, byDefault: 120 }),

  /** Stored bytes of a guest or external user. */
  MEDIA_GUEST_BYTES: bytes(100 * megabyte),
  /** Stored files of a guest or external user. */
  MEDIA_GUEST_FILES: bytes(200),
  /** Stored bytes of a user. */
  MEDIA_USER_BYTES: bytes(5 * 1024 * megabyte),
  /** Stored bytes of a project; default: no limit. */
  MEDIA_PROJECT_BYTES: integer({ min: 1, byDefault: Number.MAX_SAFE_INTEGER }),

  /** Days that files in users' folders are kept; 0: until they are deleted. */
  MEDIA_CHAT_DAYS: integer({ min: 0, max: 36_500, byDefault: 0 }),
  /** How long files of a deleted project are kept. */
  PROJECT_ERASURE_DELAY: duration('30d'),

  /** Days that the parts of an export are kept. */
  EXPORT_DAYS: integer({ min: 1, max: 90, byDefault: 7 }),
  /** Size of a part of an export, in bytes. */
  EXPORT_PART_BYTES: bytes(256 * megabyte),

  /** `host:port` of a clamd; without it, files are not scanned. */
  CLAMD_ADDRESS: z
    .string()
    .regex(/^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,5}$/, 'must be host:port')
    .optional(),
  /** How long the scan of a file may take. */
  CLAMD_TIMEOUT: duration('30s'),
  /** Whether a file that cannot be scanned is refused (`closed`) or accepted (`open`). */
  MEDIA_SCAN_FAIL: z.enum(['closed', 'open']).default('closed'),

  /** Keys of signed addresses: `kid:secret,kid:secret`. The first one signs, all verify. Default: a key derived from `DATA_KEY`. */
  MEDIA_SIGNING_KEYS: z.string().refine(areSigningKeys, 'must be kid:secret, with secrets of 32 characters').optional(),
});

export type Config = z.output<typeof config>;

/** Required in production. */
export const production: Production = {
  refuse: (env) =>
    env.S3_ENDPOINT && !(env.S3_ACCESS_KEY && env.S3_SECRET_KEY)
      ? ['S3_ACCESS_KEY, S3_SECRET_KEY: are missing, and S3_ENDPOINT needs them']
      : [],
};
