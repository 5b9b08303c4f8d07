import type { Actor, ListRequestsQuery } from '@parley/contracts';
import { binder, type Database, type Placed } from '@parley/service-kit/database';
import { principalOf } from '../access/actor.ts';
import { viewerOf, visibleSql } from '../access/visibility.ts';
import { requestTables } from '../request-state/request.columns.ts';
import { filterSql } from './request-filter.ts';
import { requestPage } from './request-order.ts';

/** Finds where the files of an export end. */
export class RequestExportQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The cursor after the first `rows` of a list without text search; `undefined` if nothing follows. @throws cursor_invalid */
  async cursorAfter(
    actor: Actor,
    projectId: string,
    query: ListRequestsQuery,
    rows: number,
  ): Promise<string | undefined> {
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const page = requestPage({ ...query, limit: 1 });
    const conditions = [
      'r.id_project = $1',
      visibleSql(viewerOf(actor), '$1', bind),
      ...filterSql(query, { principal: principalOf(actor), teammate: actor.teammateId }, bind),
      page.after(bind),
    ];
    const text = `select ${page.columns} from ${requestTables} where ${conditions.join(' and ')}
      order by ${page.order} limit 2 offset ${bind(rows - 1)}`;
    return page.cut(await this.#db.query<Placed>(text, values)).next;
  }
}
