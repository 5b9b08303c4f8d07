import type { Database } from '@parley/service-kit/database';

/** Requests that were looked at, in the order of their `_id`s. */
interface TaggedBatch {
  /** `request_id`s of those that carry the tag. */
  carriers: string[];
  /** `_id` of the last one that was looked at; null: there was none. */
  last: string | null;
}

const batchSize = 500;

/** Finds requests by a tag, open and closed ones, a batch of the tagged requests at a time. */
export class TaggedQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The carriers of a tag, whatever its case, among the next tagged requests after `after`. */
  async next(projectId: string, after: string, name: string): Promise<TaggedBatch> {
    const [batch] = await this.#db.query<TaggedBatch>(next, [projectId, after, name]);
    return batch ?? { carriers: [], last: null };
  }
}

const next = {
  name: 'requests_tagged',
  text: `with seen as (select id, request_id, tags from request where id_project = $1 and id > $2 and tags <> '[]'
      order by id limit ${batchSize})
    select (select max(id) from seen) as last, array(select request_id from seen where exists (
      select from jsonb_array_elements(tags) t where lower(t->>'tag') = lower($3)) order by id) as carriers`,
};
