import type pg from 'pg';

/** The part of a connection that the types of pg leave out. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Sends rows by COPY, the fastest way into a table. @param rows lines in PostgreSQL's text format, as `copyLine` makes them */
export function copyIn(client: pg.Client, table: string, columns: readonly string[], rows: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let failure: Error | undefined;
  client.query({
    submit: (connection: pg.Connection) => connection.query(`copy "${table}" (${columns.join(', ')}) from stdin`),
    handleCopyInResponse: (connection: CopyConnection) => {
      connection.sendCopyFromChunk(Buffer.from(rows));
      connection.endCopyFrom();
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    handleError: (error: Error) => {
      failure = error;
      reject(error);
    },
  } as pg.Submittable);
  return promise;
}

/** One row; `null` is SQL's, objects become JSON, arrays of simple words PostgreSQL's. */
export function copyLine(values: readonly unknown[]): string {
  return `${values.map(field).join('\t')}\n`;
}

const special: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Date) return value.toISOString();
  const text = Array.isArray(value)
    ? `{${value.join(',')}}`
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => special[sign] ?? sign) : text;
}
