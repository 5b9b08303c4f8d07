import {
  type DomainEvent,
  isRelative,
  type PageQuery,
  paramOf,
  SegmentFilters,
  segmentErrors,
  validationFailed,
} from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, recordTable, type SortedList } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import { enqueueTask } from '@parley/service-kit/tasks';

import type { Segment, SegmentChange } from './segment.ts';

/** Kind of the task that prepares leads for a segment with relative times. */
export const prepareTask = 'prepare-segment';

type SortField = 'createdAt' | 'updatedAt' | 'name';

const list: SortedList<SortField> = {
  name: 'segments',
  columns: {
    createdAt: { sql: 's.created_at', type: 'timestamptz' },
    updatedAt: { sql: 's.updated_at', type: 'timestamptz' },
    name: { sql: 's.name', type: 'text' },
  },
  id: 's.id',
  defaultField: 'createdAt',
};

const segments = recordTable<Segment>(
  'segment',
  's',
  {
    id: 'id',
    projectId: 'id_project',
    name: 'name',
    match: 'match',
    filters: 'filters',
    createdBy: 'created_by',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  ['createdBy', 'createdAt'],
);

/** The only reader and writer of `segment`. */
export class SegmentRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws segment_not_found */
  async get(projectId: string, id: string): Promise<Segment> {
    const text = `select ${segments.columns} from segment s where s.id_project = $1 and s.id = $2`;
    const [segment] = await this.#db.query<Segment>({ name: 'segment_get', text }, [projectId, id]);
    if (!segment) throw segmentErrors.segment_not_found();
    return segment;
  }

  /** A segment with valid filters. @throws segment_not_found; validation_failed with the filters that are no longer valid */
  async ready(projectId: string, id: string): Promise<Segment> {
    const segment = await this.get(projectId, id);
    const { error } = SegmentFilters.safeParse(segment.filters);
    if (!error) return segment;
    throw validationFailed(
      error.issues.map(({ path, message }) => ({
        param: paramOf(['filters', ...path]),
        location: 'body',
        msg: message,
      })),
    );
  }

  async list(
    projectId: string,
    query: PageQuery<SortField>,
  ): Promise<{ segments: Segment[]; count: number; perPage: number; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const rows = await this.#db.query<Segment & Placed>(
      `select ${segments.columns}, ${page.columns} from segment s where s.id_project = $1 and ${page.after(bind)}
       order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: found, next } = page.cut(rows);
    const text = 'select count(*)::int as count from segment where id_project = $1';
    const [all] = await this.#db.query<{ count: number }>({ name: 'segments_count', text }, [projectId]);
    return { segments: found, count: all?.count ?? 0, perPage: page.perPage, ...(next && { next }) };
  }

  /** The segments that ask for tags. */
  async askingForTags(projectId: string): Promise<string[]> {
    const text = `select id from segment where id_project = $1 and filters @> '[{"field": "tags"}]' order by id`;
    return (await this.#db.query<{ id: string }>({ name: 'segments_of_tags', text }, [projectId])).map(({ id }) => id);
  }

  /** Those with these ids that exist. */
  find(projectId: string, ids: readonly string[]): Promise<Segment[]> {
    const text = `select ${segments.columns} from segment s where s.id_project = $1 and s.id = any ($2::text[])`;
    return this.#db.query<Segment>({ name: 'segments_find', text }, [projectId, ids]);
  }

  all(projectId: string): Promise<Segment[]> {
    const text = `select ${segments.columns} from segment s where s.id_project = $1 order by s.id`;
    return this.#db.query<Segment>({ name: 'segments_all', text }, [projectId]);
  }

  insert(segment: Segment, made: DomainEvent): Promise<Segment> {
    return this.#db.transaction(async () => {
      await this.#db.query(segments.insert, [segments.parameter(segment)]);
      await this.#prepare(segment);
      await this.#announce(segment, [made]);
      return segment;
    });
  }

  /** Locks a segment and stores what `decide` returns. @throws segment_not_found */
  update(projectId: string, id: string, decide: (current: Segment) => SegmentChange): Promise<Segment> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(projectId, id);
      const { next, events } = decide(current);
      if (next === current) return current;
      await this.#db.query(segments.update, [segments.parameter(next)]);
      await this.#prepare(next);
      await this.#announce(next, events);
      return next;
    });
  }

  /** @throws segment_not_found */
  remove(projectId: string, id: string, decide: (current: Segment) => SegmentChange): Promise<Segment> {
    return this.#db.transaction(async () => {
      const { next, events } = decide(await this.#lock(projectId, id));
      await this.#db.query('delete from segment where id_project = $1 and id = $2', [projectId, id]);
      await this.#announce(next, events);
      return next;
    });
  }

  async #prepare({ projectId, id, version, filters }: Segment): Promise<void> {
    if (!filters.some(isRelative)) return;
    const task = { projectId, id: `${prepareTask}:${id}:${version}`, kind: prepareTask, payload: { segment: id } };
    await enqueueTask(this.#db, task);
  }

  async #lock(projectId: string, id: string): Promise<Segment> {
    const text = `select ${segments.columns} from segment s where s.id_project = $1 and s.id = $2 for update`;
    const [segment] = await this.#db.query<Segment>({ name: 'segment_lock', text }, [projectId, id]);
    if (!segment) throw segmentErrors.segment_not_found();
    checkIfMatch(segment.version);
    return segment;
  }

  #announce(segment: Segment, events: DomainEvent[]): Promise<void> {
    const { projectId, id, version } = segment;
    return announce(this.#db, { noun: 'segment', projectId, id, version }, events);
  }
}
