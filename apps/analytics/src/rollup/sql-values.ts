import type { Bind } from '@parley/service-kit/database';

/** The values of a statement, in the order in which they are put into its text. */
export function sqlValues(...first: unknown[]): { values: unknown[]; bind: Bind } {
  const values = [...first];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** A further condition, where there is a value to compare with. */
export function whereSql(column: string, value: string | undefined, bind: Bind): string {
  return value === undefined ? '' : ` and ${column} = ${bind(value)}`;
}
