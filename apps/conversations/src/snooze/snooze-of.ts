import { longestSnoozeMs, requestErrors, type SnoozeView, validationFailed } from '@parley/contracts';
import type { Calendar } from '@parley/service-kit/hours';

/** How a caller names a snooze. */
export interface SnoozeInput {
  until?: string | undefined;
  in?: number | undefined;
  opening?: number | undefined;
  wake_on_reply?: boolean | undefined;
  reason?: string | undefined;
}

/**
 * The snooze that a caller asks for.
 * @param calendar of the project, for `opening`
 * @throws never_open, validation_failed for a time that is over, or too far
 */
export function snoozeOf(
  input: SnoozeInput,
  calendar: Calendar | null | undefined,
  by: string,
  at: Date,
): Omit<SnoozeView, 'at'> {
  const { wake_on_reply = true, reason } = input;
  const end = endOf(input, calendar, at.getTime());
  const until = end === undefined ? {} : { until: new Date(end).toISOString() };
  return { ...until, wake_on_reply, by, ...(reason && { reason }) };
}

function endOf(input: SnoozeInput, calendar: Calendar | null | undefined, now: number): number | undefined {
  if (input.opening === undefined) return timeIn(input, now);
  const opening = calendar?.opening(now, input.opening);
  if (opening === undefined) throw requestErrors.never_open();
  return opening;
}

function timeIn({ until, in: inMs }: SnoozeInput, now: number): number | undefined {
  if (inMs !== undefined) return now + inMs;
  if (until === undefined) return undefined;
  const time = Date.parse(until);
  if (time > now && time <= now + longestSnoozeMs) return time;
  throw validationFailed([
    { param: 'until', location: 'body', msg: 'Must be in the future, within 366 days', value: until },
  ]);
}
