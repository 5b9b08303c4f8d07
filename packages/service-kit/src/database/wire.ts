import pg from 'pg';

/** A statement as it goes to the driver. */
export interface Wire {
  name?: string | undefined;
  text: string;
  values?: unknown[] | undefined;
  rowMode?: 'array' | undefined;
  types?: pg.CustomTypesConfig | undefined;
}

export type WireResult = pg.QueryResult<Record<string, unknown>>;

/** The part of the driver's Query that its types leave out. */
interface DriverQuery extends pg.Query {
  handleCommandComplete(message: { text: string }, connection: pg.Connection): void;
}
const DriverQuery = pg.Query as unknown as new (
  config: Wire & { queryMode: 'extended' },
  done: (error: Error | undefined, result: WireResult) => void,
) => DriverQuery;
const driverSubmit = pg.Query.prototype.submit;

const beginStatement = 'parley_begin';

/**
 * First statement of a transaction with its BEGIN in the same message: one round trip instead of two. Both stand before one
 * Sync, so a BEGIN that fails takes the statement with it; sent as two queries in a pipeline, the statement would commit by itself.
 */
class OpeningQuery extends DriverQuery {
  #begun = false;

  override submit = (connection: pg.Connection): void => {
    connection.stream.cork();
    try {
      connection.bind({ statement: beginStatement }, true);
      connection.execute(null, true);
      driverSubmit.call(this, connection);
    } finally {
      connection.stream.uncork();
    }
  };

  override handleCommandComplete(message: { text: string }, connection: pg.Connection): void {
    if (this.#begun) super.handleCommandComplete(message, connection);
    this.#begun = true;
  }
}

/** BEGIN and `wire` in one round trip, on a connection readied by `prepareConnection`. */
export function openWith(client: pg.PoolClient, wire: Wire): Promise<WireResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new OpeningQuery({ ...wire, queryMode: 'extended' }, (error, result) =>
        error ? reject(error) : resolve(result),
      ),
    );
  });
}

/**
 * Prepares a new connection, without waiting for the answers: the prepared BEGIN, and the server's own limit for
 * transactions where it has one (PostgreSQL 17).
 */
export function prepareConnection(client: pg.ClientBase, transactionMs: number): void {
  const settings = [
    client.query({ name: beginStatement, text: 'begin' }),
    client.query('rollback'),
    client.query(
      `select set_config('transaction_timeout', $1, false) where current_setting('server_version_num')::int >= 170000`,
      [String(transactionMs)],
    ),
  ];
  // A connection that fails here rejects the first statement of its user as well.
  for (const setting of settings) setting.catch(() => undefined);
}
