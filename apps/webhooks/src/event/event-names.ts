import { domainEventNames, olderEventNames, openEventNames } from '@parley/contracts';

const fixed = new Map([...olderEventNames, ...domainEventNames].map((name) => [name.toLowerCase(), name as string]));

/** Normal form for comparing names. */
export function keyOf(event: string): string {
  return event.toLowerCase();
}

/** The canonical spelling of a name, whatever its case; `undefined` if it is not offered. Source: contract 50 section 6. */
export function offeredName(event: string): string | undefined {
  const key = keyOf(event);
  const known = fixed.get(key);
  if (known !== undefined) return known;
  // The rest is a caller-defined name, which keeps its case.
  const open = openEventNames.find((start) => key.startsWith(start) && key.length > start.length);
  return open && open + event.slice(open.length);
}
