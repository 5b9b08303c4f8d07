import type { Bind } from '@parley/service-kit/database';

/** Any department, any channel, any name. */
export const anyLabel = '*';

/** A caller-defined name as a label; never equal to `anyLabel`. */
export function labelOf(name: string): string {
  return name.startsWith(anyLabel) ? anyLabel + name : name;
}

/** The name of a label. */
export function nameOf(label: string): string {
  return label.startsWith(anyLabel) ? label.slice(anyLabel.length) : label;
}

/** An additional condition, if there is a value. */
export function whereSql(column: string, value: string | undefined, bind: Bind): string {
  return value === undefined ? '' : ` and ${column} = ${bind(value)}`;
}
