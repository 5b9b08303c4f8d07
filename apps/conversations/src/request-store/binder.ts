import type { Bind } from '@parley/service-kit/database';

/** Puts values beside a statement; the first is always the project, `$1`. */
export function binder(values: unknown[]): Bind {
  return (value) => `$${values.push(value)}`;
}
