/** Rails stores times without a zone, in UTC. */
export function utc(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const at = new Date(/(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(value) ? value : `${value}Z`);
  return Number.isFinite(at.getTime()) ? at.toISOString() : undefined;
}
