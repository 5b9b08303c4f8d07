import { createHash } from 'node:crypto';

import { type ArchiveKind, archiveKinds } from '@parley/contracts/archive';
import { z } from 'zod';

export const formatVersion = 1;
/** Version of the schemas of records. */
export const schemaVersion = 1;

/** `head.json`. */
export const Head = z.object({
  format: z.literal('parley-archive'),
  version: z.int(),
  createdAt: z.iso.datetime(),
  source: z.object({ kind: z.string(), version: z.string().optional(), name: z.string().optional() }),
  project: z.object({ _id: z.string().regex(/^[0-9a-f]{24}$/), name: z.string() }),
  secrets: z.enum(['none', 'sealed']),
  sealing: z
    .object({ kdf: z.literal('scrypt'), n: z.int().max(2 ** 20), salt: z.string(), check: z.string() })
    .optional(),
});
export type Head = z.output<typeof Head>;

/** A file of lines; `sha256` and `bytes` are those of its lines. */
export const Part = z.object({
  name: z.string().regex(/^[a-z]+\/[a-z_]+-\d{6}\.jsonl\.gz$/),
  kind: z.string(),
  service: z.string(),
  records: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});
export type Part = z.output<typeof Part>;

/** `manifest.json`. */
export const Manifest = z.object({
  parts: z.array(Part),
  counts: z.record(z.string(), z.int()),
  asOf: z.record(z.string(), z.iso.datetime()),
  objects: z.object({ count: z.int(), bytes: z.int() }),
  dangling: z.record(z.string(), z.int()),
});
export type Manifest = z.output<typeof Manifest>;

export const files = {
  head: 'head.json',
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
  secrets: 'secrets-000001.jsonl',
} as const;

export function isKind(kind: string): kind is ArchiveKind {
  return Object.hasOwn(archiveKinds, kind);
}

/** The place of bytes in an archive. */
export function objectPath(sha256: string): string {
  return `media/objects/${sha256.slice(0, 2)}/${sha256}`;
}

export function sha256Of(...texts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
}

/** What a sealed secret is bound to. */
export function placeOf(kind: string, id: string): string {
  return `${kind}\n${id}`;
}
