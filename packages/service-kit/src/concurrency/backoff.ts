/** Exponential backoff: the wait in ms after the n-th failure, which grows from `firstMs` by `factor` up to `mostMs`. */
export function exponentialBackoff(firstMs: number, mostMs: number, factor = 2): (attempt: number) => number {
  return (attempt) => Math.min(firstMs * factor ** (attempt - 1), mostMs);
}
