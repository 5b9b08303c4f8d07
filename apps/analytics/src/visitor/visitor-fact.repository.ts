import type { Database } from '@parley/service-kit/database';

import { quarterSql } from '../rollup/sums.sql.ts';
import type { VisitorFact } from './visitor-fact.ts';

/** The only writer of `visitor_fact`; what a change moves in the tallies it notes in `tally_delta`. */
export class VisitorFactRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores the fact of a membership unless a newer version is stored. */
  keep(incoming: VisitorFact): Promise<void> {
    const { projectId, id, version, isCounted, createdAt, recordedAt } = incoming;
    return this.#db.transaction(async () => {
      // An uncounted placeholder to lock; this transaction sets its content.
      await this.#db.query(make, [projectId, id, createdAt, recordedAt]);
      await this.#db.query(keep, [projectId, id, version, isCounted, recordedAt]);
    });
  }
}

const make = {
  name: 'visitor_fact_make',
  text: `insert into visitor_fact (id_project, id, version, is_counted, created_at, told_at)
    values ($1, $2, -1, false, $3, $4) on conflict do nothing`,
};

const keep = {
  name: 'visitor_fact_keep',
  text: `with before as (select * from visitor_fact where id_project = $1 and id = $2 for update),
    kept as (
      update visitor_fact f set version = $3, is_counted = $4, told_at = $5 from before
      where f.id_project = $1 and f.id = $2 and before.version < $3
      returning f.id_project, f.created_at, f.is_counted::int - before.is_counted::int as change)
    insert into tally_delta (id_project, metric, label, quarter, total, part)
    select id_project, 'visitors', '', ${quarterSql('created_at')}, change, 0 from kept where change <> 0`,
};
