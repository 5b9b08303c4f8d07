import { type Actor, type HistoryEntryView, requestErrors } from '@parley/contracts';
import { binder, type Database } from '@parley/service-kit/database';
import { viewerOf, visibleSql } from '../access/visibility.ts';
import { readSeqCursor, writeSeqCursor } from '../request-store/seq-cursor.ts';

export interface HistoryQuery {
  limit?: number;
  direction?: number;
  cursor?: string;
}

/** A stored row; all `null` for a request without history. */
interface Row {
  request: string;
  seq: number | null;
  id: string;
  event: string;
  verb: HistoryEntryView['verb'];
  actor: HistoryEntryView['actor'];
  actionObj: HistoryEntryView['actionObj'];
  statusFrom: number | null;
  statusTo: number;
  decision: HistoryEntryView['decision'] | null;
  createdAt: Date;
}

const maxEntries = 200;

/** Reads the history of a request, one entry per event. */
export class HistoryQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Oldest first unless `direction` is -1. @throws request_not_found, cursor_invalid */
  async list(
    actor: Actor,
    projectId: string,
    requestId: string,
    query: HistoryQuery,
  ): Promise<{ entries: HistoryEntryView[]; next?: string }> {
    const up = query.direction !== -1;
    const limit = Math.min(query.limit ?? maxEntries, maxEntries);
    const after = query.cursor === undefined ? null : readSeqCursor(query.cursor, up);
    const values: unknown[] = [projectId, requestId, after, limit + 1];
    const viewer = viewerOf(actor);
    const text = `select r.id as request, e.seq, e.id, e.event, e.verb, e.actor, e.action_obj as "actionObj",
        e.status_from as "statusFrom", e.status_to as "statusTo", e.decision, e.created_at as "createdAt"
      from request r left join lateral (select * from request_history x
        where x.id_project = $1 and x.request = r.id and ($3::int is null or x.seq ${up ? '>' : '<'} $3)
        order by x.seq ${up ? 'asc' : 'desc'} limit $4) e on true
      where r.id_project = $1 and r.request_id = $2 and ${visibleSql(viewer, '$1', binder(values))}
      order by e.seq ${up ? 'asc' : 'desc'}`;

    const rows = await this.#db.query<Row>({ name: `list_history_${viewer.sees}_${up ? 'up' : 'down'}`, text }, values);
    if (rows.length === 0) throw requestErrors.request_not_found();

    const entries = rows.slice(0, limit).flatMap((row) => viewEntry(row, row.seq, projectId));
    const last = rows.length > limit ? entries.at(-1) : undefined;
    return { entries, ...(last && { next: writeSeqCursor(last.seq, up) }) };
  }
}

function viewEntry(row: Row, seq: number | null, projectId: string): HistoryEntryView[] {
  if (seq === null) return [];
  const at = row.createdAt.toISOString();
  return [
    {
      _id: row.id,
      id: row.id,
      __v: 0,
      id_project: projectId,
      createdAt: at,
      updatedAt: at,
      seq,
      event: row.event,
      verb: row.verb,
      actor: row.actor,
      actionObj: row.actionObj,
      target: { type: 'request', id: row.request },
      status: { from: row.statusFrom, to: row.statusTo },
      ...(row.decision !== null && { decision: row.decision }),
    },
  ];
}
