import type { Bind } from '@parley/service-kit/database';

/** Collects the values of a statement, in the order of their placeholders. */
export function sqlValues(...first: unknown[]): { values: unknown[]; bind: Bind } {
  const values = [...first];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** An additional condition, if there is a value. */
export function whereSql(column: string, value: string | undefined, bind: Bind): string {
  return value === undefined ? '' : ` and ${column} = ${bind(value)}`;
}
