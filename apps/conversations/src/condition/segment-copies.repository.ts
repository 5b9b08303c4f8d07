import type { Database } from '@parley/service-kit/database';

import { type SegmentConditions, type StoredSegment, segmentConditions, segmentsNamed } from './surroundings.ts';

/** Segments as conditions evaluate them, by the read model. */
export class SegmentCopies {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Those that the conditions ask for. */
  async askedBy(
    projectId: string,
    conditions: Parameters<typeof segmentsNamed>[0],
  ): Promise<readonly SegmentConditions[]> {
    const named = segmentsNamed(conditions);
    if (named?.length === 0) return [];
    return segmentConditions(await this.#db.query<StoredSegment>(segments, [projectId, named ?? null]));
  }

  /** Those of the ids that it lacks; a deleted one is known. */
  async missing(projectId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.#db.query<{ id: string }>(missingSegments, [projectId, ids]);
    return rows.map(({ id }) => id);
  }
}

const segments = {
  name: 'segment_copies',
  text: `select c.id, c.record from copy_segment c where c.id_project = $1 and not c.deleted
    and ($2::text[] is null or c.id = any ($2)) order by c.id`,
};

const missingSegments = {
  name: 'segment_copies_missing',
  text: `select distinct n.id from unnest($2::text[]) n (id)
    where not exists (select from copy_segment c where c.id_project = $1 and c.id = n.id)`,
};
