import { isDay, textEntry } from '../app/address.ts';

/** What may stand in the address of the log. */
interface ActivityAddress {
  person?: string;
  verb?: string;
  from?: string;
  to?: string;
}

/** Reads the address; faulty parts are left out. The screen knows which verbs there are: no other part loads their names. */
export function readActivityAddress(search: Record<string, unknown>): ActivityAddress {
  const dates = (['from', 'to'] as const).flatMap((name) =>
    textEntry(search, name).filter(([, value]) => isDay(value)),
  );
  return Object.fromEntries([...dates, ...textEntry(search, 'person'), ...textEntry(search, 'verb')]);
}
