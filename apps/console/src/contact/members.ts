/** The kinds of values that a form has controls for; everything else is written as JSON. */
export const memberKinds = ['text', 'number', 'boolean', 'json'] as const;
export type MemberKind = (typeof memberKinds)[number];

/** One member of `attributes` or `properties` as a form shows it. */
export interface MemberRow {
  name: string;
  kind: MemberKind;
  /** As typed; `true` or `false` for a yes or no. */
  value: string;
}

type MemberFault = 'name' | 'twice' | 'number' | 'json';

export function rowsOf(members: Readonly<Record<string, unknown>>): MemberRow[] {
  return Object.entries(members).map(([name, value]) => rowOf(name, value));
}

function rowOf(name: string, value: unknown): MemberRow {
  switch (typeof value) {
    case 'string':
      return { name, kind: 'text', value };
    case 'number':
      return { name, kind: 'number', value: String(value) };
    case 'boolean':
      return { name, kind: 'boolean', value: String(value) };
    default:
      return { name, kind: 'json', value: JSON.stringify(value) };
  }
}

/** The rows with those of defined names first, also where they have no value yet. */
export function withDefined(rows: readonly MemberRow[], defined: readonly { name: string }[]): MemberRow[] {
  const isDefined = (row: MemberRow) => defined.some(({ name }) => name === row.name);
  return [
    ...defined.map(({ name }) => rows.find((row) => row.name === name) ?? { name, kind: 'text' as const, value: '' }),
    ...rows.filter((row) => !isDefined(row)),
  ];
}

/** What is wrong with each row, by its place. */
export function faultsOf(rows: readonly MemberRow[]): (MemberFault | undefined)[] {
  return rows.map((row, index) => {
    if (row.name === '') return 'name';
    if (rows.findIndex(({ name }) => name === row.name) !== index) return 'twice';
    const value = typedValue(row);
    return value === undefined ? (row.kind === 'number' ? 'number' : 'json') : undefined;
  });
}

/** Members as a form edits them. Stored ones stand behind `=` and their name, new ones behind another key; undefined is one that was removed. */
export type MemberForm = Record<string, MemberRow | undefined>;

/** @param defined names that are shown also where they have no value yet */
export function memberFormOf(
  members: Readonly<Record<string, unknown>>,
  defined: readonly { name: string }[],
): MemberForm {
  return Object.fromEntries(withDefined(rowsOf(members), defined).map((row) => [`=${row.name}`, row]));
}

/**
 * What the changes of a form do to the stored members: changed and new ones with their value, removed ones as `null`, as PATCH takes
 * them. Rows have to be without faults. An empty value of a defined name is none.
 */
export function patchOf(changes: MemberForm, defined: readonly { name: string }[]): Record<string, unknown> {
  const patch = new Map<string, unknown>();
  // First, so that a name may go from one row to another.
  for (const key of Object.keys(changes)) if (key.startsWith('=')) patch.set(key.slice(1), null);
  for (const row of Object.values(changes)) {
    if (!row) continue;
    const isEmpty = row.value === '' && defined.some(({ name }) => name === row.name);
    patch.set(row.name, isEmpty ? null : typedValue(row));
  }
  return Object.fromEntries(patch);
}

function typedValue({ kind, value }: MemberRow): unknown {
  switch (kind) {
    case 'text':
      return value;
    case 'boolean':
      return value === 'true';
    case 'number': {
      const number = Number(value);
      return value.trim() !== '' && Number.isFinite(number) ? number : undefined;
    }
    case 'json':
      try {
        return JSON.parse(value) as unknown;
      } catch {
        return undefined;
      }
  }
}
