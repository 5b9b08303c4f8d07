import type { SupportRequest } from '../request-state/request.ts';
import { isRunning, wakeTimesOf } from '../request-state/service-levels.ts';
import { snoozedUntil } from '../snooze/snooze.ts';

/** The row of `clock`. */
interface ClockRow {
  /** The earliest instant at which something may be due, in ms since the epoch; `null`: none, as things are. */
  wakeAt: number | null;
  /** Version of the policies and hours that it was computed with. */
  config: number;
}

/** @returns `undefined`: nothing of the request is due by itself. Source: contract 25 section 4 */
function clockOf(request: SupportRequest): ClockRow | undefined {
  const { serviceLevels: levels } = request;
  const running = levels?.clocks.some(isRunning) ?? false;
  const until = snoozedUntil(request);
  const times = [...(until === undefined ? [] : [until]), ...(levels && running ? wakeTimesOf(levels) : [])];
  if (times.length === 0 && !running) return undefined;
  return { wakeAt: times.length === 0 ? null : Math.min(...times), config: levels?.config ?? 0 };
}

/** What a change writes of the clock; `null`: it stays as it is. */
export function clockChange(current: SupportRequest | null, next: SupportRequest): object | null {
  const [before, after] = [current ? clockOf(current) : undefined, clockOf(next)];
  if (before?.wakeAt === after?.wakeAt && before?.config === after?.config) return null;
  if (!after) return { request: next.id, gone: true };
  return { request: next.id, wake_at: after.wakeAt && new Date(after.wakeAt), config: after.config, gone: false };
}
