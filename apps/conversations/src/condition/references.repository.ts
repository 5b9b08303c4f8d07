import { type Condition, type FieldFault, requestErrors } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import type { SegmentCopies } from './segment-copies.repository.ts';

/** Stores copies of the segments with these ids, as contacts has them. @throws dependency_down */
type FetchSegments = (projectId: string, ids: readonly string[]) => Promise<void>;

/** Checks that conditions name records that exist. */
export class References {
  readonly #db: Database;
  readonly #segments: SegmentCopies;
  readonly #fetchSegments: FetchSegments;

  constructor(db: Database, segments: SegmentCopies, fetchSegments: FetchSegments) {
    this.#db = db;
    this.#segments = segments;
    this.#fetchSegments = fetchSegments;
  }

  /** @throws unknown_reference with the filters that name an unknown department, teammate, bot, segment or policy */
  async check(projectId: string, filters: readonly Condition[] = []): Promise<void> {
    const named = filters.flatMap(({ field, value }, place) =>
      (Array.isArray(value) ? value : [value]).flatMap((id) =>
        typeof id === 'string' && isReference(field) ? [{ field, id: id.trim(), place }] : [],
      ),
    );
    if (named.length === 0) return;
    const segments = named.flatMap(({ field, id }) => (field === 'segments' ? [id] : []));
    const missing = segments.length > 0 ? await this.#segments.missing(projectId, segments) : [];
    if (missing.length > 0) await this.#fetchSegments(projectId, missing);
    const rows = await this.#db.query<{ place: number }>(unknownReferences, [projectId, JSON.stringify(named)]);
    const errors = rows.map(({ place }): FieldFault => {
      return { param: `filters[${place}].value`, location: 'body', msg: 'There is no such record' };
    });
    if (errors.length > 0) throw requestErrors.unknown_reference({ errors });
  }
}

const isReference = (field: string): boolean =>
  ['department', 'participants', 'followers', 'segments', 'sla.policy'].includes(field);

const unknownReferences = {
  name: 'unknown_references',
  text: `select distinct n.place from json_to_recordset($2::json) as n (field text, id text, place int)
    where not case n.field
      when 'department' then exists (select from copy_department d where d.id_project = $1 and d.id = n.id and not d.deleted)
      when 'segments' then exists (select from copy_segment s where s.id_project = $1 and s.id = n.id and not s.deleted)
      when 'sla.policy' then exists (select from sla_policy p where p.id_project = $1 and p.id = n.id)
      when 'followers' then exists (select from copy_teammate t where t.id_project = $1 and t.id = n.id and not t.deleted)
      else exists (select from copy_teammate t where t.id_project = $1 and t.principal = n.id and not t.deleted)
        or exists (select from copy_bot b where b.id_project = $1 and 'bot_' || b.id = n.id and not b.deleted)
    end order by 1`,
};
