import type { Database } from '@parley/service-kit/database';

import { labelOf } from './label.ts';
import { addHistogramSql, addRollupsSql, addTalliesSql, histogramSql, rollupsSql, talliesSql } from './rollup.sql.ts';
import { quarterSql } from './sums.sql.ts';
import type { Metric } from './tally-figures.repository.ts';

const batch = 5_000;

/**
 * The only writer of `request_rollup`, `duration_histogram` and `tally`. Changes of facts wait in delta tables, which are read along
 * with the rollups: figures are never behind the facts, and events do not contend for rollup rows.
 */
export class RollupRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async count(projectId: string, { metric, name, at }: Counted): Promise<void> {
    await this.#db.query(count, [projectId, metric, labelOf(name), at]);
  }

  /** Folds a batch of deltas into the rollups. @returns whether there may be more */
  async fold(): Promise<boolean> {
    const [requests] = await this.#db.query<Folded>(foldRequests, [batch]);
    const [others] = await this.#db.query<Folded>(foldTallies, [batch]);
    return requests?.folded === batch || others?.folded === batch;
  }
}

/** A count of a metric that has no facts. */
export interface Counted {
  metric: Metric;
  name: string;
  at: Date;
}

interface Folded {
  folded: number;
}

const count = {
  name: 'tally_count',
  text: `insert into tally_delta (id_project, metric, label, quarter, total, part)
    values ($1, $2, $3, ${quarterSql('$4::timestamptz')}, 1, 0)`,
};

const taken = (table: string) => `taken as (delete from ${table} d
  using (select id_project, id from ${table} order by id_project, id limit $1) t
  where d.id_project = t.id_project and d.id = t.id returning d.*)`;

const foldRequests = {
  name: 'rollup_fold_requests',
  text: `with ${taken('request_delta')},
    rollups as (${addRollupsSql(rollupsSql('taken', 'sign'))}),
    histogram as (${addHistogramSql(histogramSql('taken', 'sign'))})
    select count(*)::int as folded from taken`,
};

const foldTallies = {
  name: 'rollup_fold_tallies',
  text: `with ${taken('tally_delta')}, tallies as (${addTalliesSql(talliesSql('taken'))})
    select count(*)::int as folded from taken`,
};
