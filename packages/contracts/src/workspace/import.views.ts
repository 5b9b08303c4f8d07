import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';

/**
 * Of an import: `verified`: complete, and waits to be activated; `failed`: the services have not stored what the archive has;
 * `stopped`: the same command resumes it.
 */
export const importStates = ['loading', 'verifying', 'verified', 'failed', 'activating', 'active', 'stopped'] as const;
export type ImportState = (typeof importStates)[number];

/** An import of a project. Source: contract 90 section 12. */
export const ImportView = z.object({
  _id: StoredId,
  id: StoredId,
  id_project: StoredId,
  /** Name of the project. */
  name: z.string(),
  /** The system that the records come from. */
  source: z.string(),
  state: z.enum(importStates),
  /** The kind of record that is being loaded. */
  kind: z.string().optional(),
  /** Records that are answered, by kind. */
  progress: z.record(
    z.string(),
    z.object({ done: z.number().int(), total: z.number().int(), quarantined: z.number().int() }),
  ),
  /** Records a second, of this kind. */
  rate: z.number().int(),
  /** Records that are left, of all kinds. */
  remaining: z.number().int(),
  quarantined: z.number().int(),
  /** Who runs the program. */
  startedBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  finishedAt: Timestamp.optional(),
});
export type ImportView = z.output<typeof ImportView>;

export const ImportListView = z.object({
  perPage: z.number().int(),
  count: z.number().int(),
  imports: z.array(ImportView),
});
