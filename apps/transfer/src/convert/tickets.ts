import { NumberSet } from '../origin/number-set.ts';
import type { Conversion } from './conversion.ts';
import type { Source } from './plain.ts';

/** Tickets by `_id` of the request: one that is missing or given twice gets the next free one. */
export async function ticketsOf(
  conversion: Conversion,
): Promise<{ take(source: Source): { ticket: number; isNew: boolean } }> {
  const taken = new NumberSet();
  let highest = 0;
  for await (const { source } of conversion.rowsUncounted('requests'))
    highest = Math.max(highest, ticketIn(source) ?? 0);
  return {
    take(source) {
      const own = ticketIn(source);
      const isNew = own === undefined || taken.has(own);
      const ticket = isNew ? ++highest : own;
      taken.add(ticket);
      return { ticket, isNew };
    },
  };
}

function ticketIn(source: Source): number | undefined {
  const ticket = source.number('ticket_id');
  return ticket !== undefined && Number.isSafeInteger(ticket) && ticket > 0 ? ticket : undefined;
}

export type Tickets = Awaited<ReturnType<typeof ticketsOf>>;
