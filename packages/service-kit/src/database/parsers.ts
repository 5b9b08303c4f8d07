import pg from 'pg';

const { builtins } = pg.types;

// pg itself reads a timestamp without zone as local time; ours are UTC, whatever the machine's zone.
const utc = (text: string) => new Date(`${text.replace(' ', 'T')}Z`);
const same = (text: string) => text;

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.TIMESTAMP, utc],
  [builtins.DATE, same],
]);

/**
 * How raw rows are read: int8 and numeric as number, timestamptz and timestamp (taken as UTC) as Date, date as
 * `YYYY-MM-DD`, json parsed. Given to each pool, so that other users of pg in the process keep their own.
 */
export const rowParsers: pg.CustomTypesConfig = {
  // The driver asks with ids of enums and domains too, which its types do not list.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
