import type { z } from 'zod';

import type { Database } from '../database/database.ts';

/** Columns of a table by the members of a record. */
type Columns = Readonly<Record<string, string>>;

/**
 * A kind of record in archives of projects, and the table that holds it. Select and insert follow from one map of its columns.
 * Source: contract 90 section 2.
 */
export interface TransferKind {
  kind: string;
  /** What is stored: a record that it refuses is rejected. */
  schema: z.ZodType;
  table: string;
  columns: Columns;
  /** A second table with one row per record, under the same `id_project` and `id`. */
  beside?: { table: string; columns: Columns };
  /** Members that SQL makes, over `t` and `b`, the table beside it. */
  computed?: Readonly<Record<string, string>>;
  /** Further tables and a condition, over `t`; `t.id_project = $1` is added. */
  join?: string;
  where?: string;
  /** Its table is of no project. */
  isGlobal?: boolean;
  /** Columns that identify a row within its project; default `id`. */
  key?: readonly string[];
  /** Columns by which records are ordered; default those of the key. */
  order?: readonly string[];
  /** Why this installation does not take a record that is valid. */
  refuses?(record: Members): { code: string; param: string } | undefined;
  /** Columns of a new row that no record has. */
  extra?(record: Members, projectId: string): Record<string, unknown>;
  /** Stores what belongs to records that were just inserted, in their transaction. */
  store?(db: Database, projectId: string, stored: readonly StoredRecord[]): Promise<void>;
  /**
   * Separates secrets from a record that is read, into what `open` returns, and joins them to one that is stored.
   * Without secrets a record gets new ones, or none.
   */
  secrets?: {
    /** SQL of each as it is stored, over `t`. */
    stored: Readonly<Record<string, string>>;
    open(stored: Secrets, id: string, projectId: string): Secrets;
    /** The columns of the row that is stored. */
    columns?(secrets: Secrets, record: Members, projectId: string): Members;
  };
}

/** A record as an archive holds it. */
export type Members = Record<string, unknown>;

/** Secrets of a record by name, in the clear or as they are stored. */
export type Secrets = Readonly<Partial<Record<string, string>>>;

export interface StoredRecord {
  record: Members;
  secrets: Secrets;
}

/** Reads all records of project `$1`, each as a row of its members. */
export function selectOf(kind: TransferKind): string {
  const { table, columns, beside, computed = {}, secrets } = kind;
  const members = [
    ...Object.entries(columns).map(([member, column]) => `t.${column} as "${member}"`),
    ...Object.entries(beside?.columns ?? {}).map(([member, column]) => `b.${column} as "${member}"`),
    ...Object.entries(computed).map(([member, sql]) => `${sql} as "${member}"`),
    ...Object.entries(secrets?.stored ?? {}).map(([name, sql]) => `${sql} as "${secretMember(name)}"`),
  ];
  const join = beside ? `join ${beside.table} b on b.id_project = t.id_project and b.id = t.id` : '';
  return `select ${members.join(', ')} from ${table} t ${join} ${kind.join ?? ''}
    where ${kind.where ?? 't.id_project = $1'} order by ${(kind.order ?? keyOf(kind)).map((column) => `t.${column}`).join(', ')}`;
}

/** Never the name of a member of a record. */
export function secretMember(name: string): string {
  return `secret ${name}`;
}

export function keyOf({ key = ['id'] }: TransferKind): readonly string[] {
  return key;
}

/** The member that holds a column. */
export function memberOf({ columns }: TransferKind, column: string): string {
  const found = Object.entries(columns).find(([, name]) => name === column);
  if (!found) throw new TypeError(`no member holds ${column}`);
  return found[0];
}

/** What names a record in answers and quarantines. */
export function nameOf(record: Members): string {
  const { _id, request, seq, principal, request_id, version, address } = record;
  return String(_id ?? address ?? [request ?? request_id, principal ?? seq ?? version].filter(Boolean).join(' '));
}
