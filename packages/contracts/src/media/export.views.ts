import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';

/** `running`: waits or is written; `expired`: its parts are gone. */
export const exportStatuses = ['running', 'done', 'failed', 'expired'] as const;
export type ExportStatus = (typeof exportStatuses)[number];

/** Why an export failed: a service or the store could not be reached, it was cut off too often, or a person's data was erased meanwhile. */
export const exportFailures = ['unavailable', 'interrupted', 'erasure', 'internal'] as const;
export type ExportFailure = (typeof exportFailures)[number];

/** An export of a project. Source: contract 90 section 7. */
export const ExportView = z.object({
  _id: StoredId,
  id: StoredId,
  id_project: StoredId,
  __v: z.number().int(),
  status: z.enum(exportStatuses),
  include_files: z.boolean(),
  /** Records written, by kind; `object` counts the bytes of files. */
  progress: z.record(z.string(), z.object({ done: z.number().int(), total: z.number().int() })),
  /** Bytes of all parts. */
  size: z.number().int(),
  parts: z.number().int(),
  /** Times of the snapshots, by service. */
  asOf: z.record(z.string(), Timestamp),
  error: z.enum(exportFailures).optional(),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  finishedAt: Timestamp.optional(),
  expiresAt: Timestamp.optional(),
});
export type ExportView = z.output<typeof ExportView>;

export const ExportListView = z.object({
  perPage: z.number().int(),
  count: z.number().int(),
  exports: z.array(ExportView),
});

/** Addresses that open the parts of an export for a while. */
export const SignedExportView = z.object({
  parts: z.array(z.object({ name: z.string(), size: z.number().int(), sha256: z.string(), url: z.string() })),
  expiresAt: Timestamp,
});

/** What events tell of an export. */
export const ExportInEvent = z.object({
  _id: StoredId,
  id_project: StoredId,
  include_files: z.boolean(),
  size: z.number().int(),
  parts: z.number().int(),
  createdBy: z.string(),
  createdAt: Timestamp,
});
export type ExportInEvent = z.output<typeof ExportInEvent>;
