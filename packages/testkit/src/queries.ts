import pg from 'pg';

/** A statement as it goes to a connection. */
export interface SeenQuery {
  /** Name of the database. */
  database: string | undefined;
  text: string;
  /** The connection. */
  client: object;
  /** `Database` sends the first statement of a transaction in one message with its BEGIN. */
  begins: boolean;
}

export type QueryWatch = (query: SeenQuery) => void;

type Query = (this: pg.Client & { database?: string }, config: unknown, ...rest: unknown[]) => unknown;

const watches = new Set<QueryWatch>();
const prototype = pg.Client.prototype as unknown as { query: Query };
const { query } = prototype;

/** Lets every watch of this process see what goes to whatever database. */
const seen: Query = function seen(config, ...rest) {
  const { text, submit } = (typeof config === 'string' ? { text: config } : (config ?? {})) as Partial<
    pg.QueryConfig & pg.Submittable
  >;
  if (text !== undefined) {
    for (const watch of watches) watch({ database: this.database, text, client: this, begins: submit !== undefined });
  }
  return query.call(this, config, ...rest);
};

/** Shows every statement of this process as it is sent, whatever its pool. @returns ends the watch */
export function watchQueries(watch: QueryWatch): () => void {
  watches.add(watch);
  prototype.query = seen;
  return () => watches.delete(watch);
}
