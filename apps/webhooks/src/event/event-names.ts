import { domainEventNames, olderEventNames, openEventNames } from '@parley/contracts';

const fixed = new Map([...olderEventNames, ...domainEventNames].map((name) => [name.toLowerCase(), name as string]));

/** How names are compared. */
export function keyOf(event: string): string {
  return event.toLowerCase();
}

/** A name in the spelling of the table, whatever its case; nothing for one that is not offered. Source: contract 50 section 6. */
export function offeredName(event: string): string | undefined {
  const key = keyOf(event);
  const known = fixed.get(key);
  if (known !== undefined) return known;
  // What follows is somebody's own name, which keeps its case.
  const open = openEventNames.find((start) => key.startsWith(start) && key.length > start.length);
  return open && open + event.slice(open.length);
}
