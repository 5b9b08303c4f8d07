/**
 * One column of a record, as a table of columns declares it. Type, SQL, rows and forms of the record follow from these tables,
 * so that a new column is declared once.
 */
interface Options<Value> {
  /** Never updated after the insert. */
  fixed?: true;
  /** Of a new record, if it is not given one; of a nullable column `null`. */
  initial?: Value;
  /** Personal data: the value after an erasure. */
  erased?: Value;
  /** SQL of the value, if it is not the column itself. */
  select?: string;
  /** PostgreSQL type, if lists can be sorted by it. */
  sort?: 'timestamptz' | 'bigint' | 'integer' | 'double precision';
  /** The member's value on the wire; default: as it is stored. `undefined` leaves it out. */
  show?: (value: NonNullable<Value>) => unknown;
  /** Place of the column in an export; a new one takes the next number. */
  csv?: number;
  /** The query parameter that compares the column with its value. */
  filter?: string;
  /** Name in `changes` of an update, if it is not the one on the wire; `false`: not announced. */
  change?: string | false;
}

/** Who sees a column, and by which name; absent: internal to the service. */
interface Visibility {
  to?: string;
  wire?: string;
}

interface Place {
  /** Alias of the table and name: `r.first_text`. */
  readonly sql: string;
  readonly nullable: boolean;
}

/** Any column. */
export interface Column extends Place, Visibility, Omit<Options<unknown>, 'show'> {
  readonly show?: (value: never) => unknown;
}

/** A column whose members hold `Value`. The type parameter exists at compile time alone. */
type ColumnOf<Value, Chosen> = Place & Chosen & { readonly '~value'?: [Value] };

export type Columns = Readonly<Record<string, Column>>;

type ValueOf<One> = One extends { '~value'?: [infer Value] } ? Value : never;

/** The record that a table of columns describes. */
export type RecordOf<Table extends Columns> = { -readonly [Member in keyof Table]: ValueOf<Table[Member]> };

type IsNull<Value> = null extends Value ? true : false;
type HasInitial<One> = IsNull<ValueOf<One>> extends true ? true : One extends { initial: unknown } ? true : false;

/** Members that a new record must be given. */
export type Given<Table extends Columns> = {
  -readonly [Member in keyof Table as HasInitial<Table[Member]> extends true ? never : Member]: ValueOf<Table[Member]>;
};

type Shown<One> = One extends { show: (value: never) => infer Result } ? Result : NonNullable<ValueOf<One>>;

/** The members on the wire of the columns that `Reader` sees. */
export type ViewOf<Table extends Columns, Reader> = {
  -readonly [Member in keyof Table as Table[Member] extends { to: Reader; wire: infer Wire extends string }
    ? Wire
    : never]: Shown<Table[Member]> | (IsNull<ValueOf<Table[Member]>> extends true ? undefined : never);
};

/** Declares a column. @param sql alias of its table and name */
interface Declare<Value, Alias extends string, Readers> {
  (sql: `${Alias}.${string}`): ColumnOf<Value, object>;
  <Chosen extends Options<Value> & Readers>(sql: `${Alias}.${string}`, options: Chosen): ColumnOf<Value, Chosen>;
}

/**
 * Makes the words in which a table of columns is written.
 * @template Alias of the tables, `r` for `request r`
 * @template Readers who may see which members of the contract
 */
export function columnsIn<Alias extends string, Readers extends Visibility>() {
  const declared = (sql: string, nullable: boolean, options: object) =>
    ({ ...(nullable && { initial: null }), ...options, sql, nullable }) as ColumnOf<never, never>;
  return {
    required:
      <Value>(): Declare<Value, Alias, Readers> =>
      (sql: string, options: object = {}) =>
        declared(sql, false, options),
    optional:
      <Value>(): Declare<Value | null, Alias, Readers> =>
      (sql: string, options: object = {}) =>
        declared(sql, true, options),
  };
}

/** The name of a column, without the alias of its table. */
export const nameOf = ({ sql }: Column): string => sql.slice(sql.indexOf('.') + 1);

/** The columns of a table with their members; of one alias alone, if given. */
export function entriesOf<Table extends Columns>(table: Table, alias = ''): [keyof Table & string, Column][] {
  return Object.entries(table).filter(([, { sql }]) => sql.startsWith(alias));
}

/** The select list. Columns are named as the members, so that no row is mapped by hand. */
export function selectList(table: Columns): string {
  return entriesOf(table)
    .map(([member, column]) => {
      const { sql, select = sql } = column;
      return select === sql && nameOf(column) === member ? sql : `${select} as "${member}"`;
    })
    .join(', ');
}

/**
 * Makes rows, as `json_populate_record` reads them, of the columns of one alias.
 * @param keys members of other aliases that this table repeats
 */
export function rowsOf<Table extends Columns>(
  table: Table,
  alias: string,
  keys: readonly (keyof Table & string)[] = [],
): (record: RecordOf<Table>) => object {
  const own = entriesOf(table, alias).map(([member]) => member);
  const columns = entriesOf(table)
    .filter(([member]) => own.includes(member) || keys.includes(member))
    .map(([member, column]) => [member, nameOf(column)] as const);
  // A copy of a row with all members costs half of adding them one by one.
  const blank: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(columns.map(([, name]) => [name, null]))),
  );
  return (record) => {
    const row = { ...blank };
    for (const [member, name] of columns) row[name] = record[member];
    return row;
  };
}

/** Makes a form of records: these columns by their names on the wire, without those that have no value. */
export function formOf<Table extends Columns, View>(
  table: Table,
  isShown: (column: Column) => boolean,
): (record: RecordOf<Table>) => View {
  const columns = entriesOf(table).flatMap(([member, column]) => {
    const { wire, show } = column;
    return wire !== undefined && isShown(column) ? [{ member, wire, show: show as Show | undefined }] : [];
  });
  return (record) => {
    const view: Record<string, unknown> = {};
    for (const { member, wire, show } of columns) {
      const stored = record[member];
      if (stored === null) continue;
      const value = show ? show(stored) : stored;
      if (value !== undefined) view[wire] = value;
    }
    return view as View;
  };
}

type Show = (value: unknown) => unknown;

/** The values of a new record for all columns that have one; frozen, since all new records share them. */
export function initialValues<Table extends Columns>(table: Table): Omit<RecordOf<Table>, keyof Given<Table>> {
  const values = entriesOf(table).flatMap(([member, { initial }]) =>
    initial === undefined ? [] : [[member, Object.freeze(initial)]],
  );
  return Object.fromEntries(values);
}

/** A column with personal data. */
export interface ErasableColumn {
  member: string;
  /** Value after an erasure. */
  blank: unknown;
  fixed: boolean;
  /** SQL that sets the blank value. */
  erase: string;
  /** SQL of the condition that there is something to erase. */
  holds: string;
}

/** The columns that declare a value for erasures. */
export function erasable(table: Columns): ErasableColumn[] {
  return entriesOf(table).flatMap(([member, column]) => {
    const { erased, sql, fixed = false } = column;
    if (erased === undefined) return [];
    const literal = typeof erased === 'string' ? `'${erased}'` : `'${JSON.stringify(erased)}'`;
    const [value, differs] = erased === null ? ['null', 'is not null'] : [literal, `<> ${literal}`];
    const blank = Object.freeze(erased);
    return [{ member, blank, fixed, erase: `${nameOf(column)} = ${value}`, holds: `${sql} ${differs}` }];
  });
}

type WireOf<One> = One extends { wire: infer Wire extends string } ? Wire : never;

/** The columns that someone sees, by their names on the wire. */
export function byWire<Table extends Columns>(table: Table): Record<WireOf<Table[keyof Table]>, Column> {
  const shown = Object.values(table).flatMap((column) => (column.wire === undefined ? [] : [[column.wire, column]]));
  return Object.fromEntries(shown);
}

type SortableWire<One> = One extends { sort: string } ? WireOf<One> : never;

/** What lists may be sorted by, by the names on the wire. */
export function sortable<Table extends Columns>(table: Table): Record<SortableWire<Table[keyof Table]>, SortColumn> {
  const columns = Object.values(table).flatMap(({ sql, nullable, sort, wire }) =>
    sort === undefined || wire === undefined ? [] : [[wire, { sql, type: sort, ...(nullable && { nullable: true }) }]],
  );
  return Object.fromEntries(columns);
}

export interface SortColumn {
  sql: string;
  type: NonNullable<Column['sort']>;
  nullable?: true;
}

/** The members that may change and that someone sees, with their names in `changes`. */
export function announced<Table extends Columns>(table: Table): [member: keyof Table & string, name: string][] {
  return entriesOf(table).flatMap(([member, { fixed, wire, change = wire }]) =>
    fixed || change === undefined || change === false ? [] : [[member, change]],
  );
}
