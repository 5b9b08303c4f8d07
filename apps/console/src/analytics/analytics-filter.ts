import { isDay, textEntry } from '../app/address.ts';

/** Filters of the figures; all of it stands in the address. Without a period: 30 days. */
export interface AnalyticsFilter {
  days?: 7 | 90;
  from?: string;
  to?: string;
  department?: string;
  channel?: string;
  /** User id, or `bot_<id>`. */
  person?: string;
}

/** Reads the address; unknown and faulty parts are left out, the rest holds. */
export function readAnalyticsFilter(search: Record<string, unknown>): AnalyticsFilter {
  const days = [7, 90].find((known) => known === Number(search.days)) as 7 | 90 | undefined;
  const texts = (['department', 'channel', 'person'] as const).flatMap((name) => textEntry(search, name));
  const dates = (['from', 'to'] as const).flatMap((name) =>
    textEntry(search, name).filter(([, value]) => isDay(value)),
  );
  return { ...(days && dates.length === 0 && { days }), ...Object.fromEntries([...dates, ...texts]) };
}
