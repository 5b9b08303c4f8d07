import type { Bind } from '@parley/service-kit/database';

/** Collects the values of a statement and returns their placeholders; the first is always the project, `$1`. */
export function binder(values: unknown[]): Bind {
  return (value) => `$${values.push(value)}`;
}
