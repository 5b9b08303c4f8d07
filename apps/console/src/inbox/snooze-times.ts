import type { SnoozeRequestParams } from '@parley/sdk';

/** The body of a snooze. */
export type Snooze = Pick<SnoozeRequestParams, 'until' | 'opening' | 'wake_on_reply' | 'reason'>;

/** Times that are offered, by the word for them. */
export type SnoozeTime = { key: 'later' | 'tomorrow' | 'week'; at: number };

const laterMs = 3 * 3_600_000;
const halfHourMs = 1_800_000;
const morning = 9;

/** The times that make sense now, in the browser's zone: later today as long as it is today, the next morning, that of Monday. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const later = new Date(Math.ceil((now.getTime() + laterMs) / halfHourMs) * halfHourMs);
  const morningIn = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning).getTime();
  // Sunday's next morning is that of Monday.
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    ...(later.getDate() === now.getDate() ? [{ key: 'later', at: later.getTime() } as const] : []),
    { key: 'tomorrow', at: morningIn(1) },
    ...(toMonday > 1 ? [{ key: 'week', at: morningIn(toMonday) } as const] : []),
  ];
}

/** As `datetime-local` has it, in the browser's zone. */
export function localMinute(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
