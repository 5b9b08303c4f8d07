import type { Statement } from './database.ts';

/** A table whose rows are records of one type: select list, insert and update follow from one map of its columns. */
interface RecordTable<Entity> {
  /** The select list that makes a record, whose column names are the members' names; the table goes by its alias. */
  readonly columns: string;
  /** `$1`: `parameter(…)`. */
  readonly insert: Statement;
  /** Replaces what may change in the row with the project and id of the record. `$1`: `parameter(…)`. */
  readonly update: Statement;
  /** A record as JSON, which PostgreSQL converts to the types of the columns: no list of parameters is kept by hand. */
  parameter(record: Entity): string;
}

/** Members that identify the row; an update looks for them. */
interface Identified {
  projectId: string;
  id: string;
}

/**
 * @param alias of the table in the select list
 * @param columns the column of each member; a member without one does not compile
 * @param fixed members that an update leaves as they are, besides project and id
 */
export function recordTable<Entity extends Identified>(
  name: string,
  alias: string,
  columns: Readonly<Record<keyof Entity & string, string>>,
  fixed: readonly (keyof Entity)[] = [],
): RecordTable<Entity> {
  const entries = Object.entries(columns) as [keyof Entity & string, string][];
  const all = entries.map(([, column]) => column);
  const kept: ReadonlySet<keyof Entity> = new Set([...fixed, 'projectId', 'id']);
  const changing = entries.filter(([member]) => !kept.has(member)).map(([, column]) => column);
  const changed = changing.map((column) => `${column} = record.${column}`).join(', ');
  return {
    columns: entries
      .map(([member, column]) => (member === column ? `${alias}.${column}` : `${alias}.${column} as "${member}"`))
      .join(', '),
    insert: {
      name: `${name}_insert`,
      text: `insert into ${name} (${all}) select ${all} from json_populate_record(null::${name}, $1::json)`,
    },
    update: {
      name: `${name}_update`,
      text: `update ${name} ${alias} set ${changed} from json_populate_record(null::${name}, $1::json) record
        where ${alias}.${columns.projectId} = $1::json->>'${columns.projectId}' and ${alias}.${columns.id} = record.${columns.id}`,
    },
    parameter: (record) =>
      JSON.stringify(Object.fromEntries(entries.map(([member, column]) => [column, record[member]]))),
  };
}
