import type { Database } from './database.ts';

/** The largest share of dead rows in a table that has enough of them to matter: vacuum does not keep up with it. */
export async function deadRowsRatio(db: Database): Promise<number> {
  const [row] = await db.query<{ ratio: number | null }>(ratio);
  return row?.ratio ?? 0;
}

const ratio = {
  name: 'dead_rows_ratio',
  text: `select max(n_dead_tup::float8 / (n_live_tup + n_dead_tup)) as ratio from pg_stat_user_tables where n_dead_tup > 10000`,
};
