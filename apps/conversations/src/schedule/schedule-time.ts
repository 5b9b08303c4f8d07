import { longestScheduleMs, requestErrors, shortestScheduleMs, validationFailed } from '@parley/contracts';

import type { Context } from '../context.ts';

interface Wanted {
  id_project: string;
  at?: string | undefined;
  opening?: number | undefined;
}

/** When a message is to be sent, given the time; `undefined`: the caller does not say. @throws never_open, validation_failed */
export async function scheduleTimeOf(
  { calendars }: Pick<Context, 'calendars'>,
  { id_project, at, opening }: Wanted,
): Promise<((now: Date) => Date) | undefined> {
  if (opening !== undefined) {
    const calendar = await calendars.ofProject(id_project);
    return (now) => {
      const time = calendar?.opening(now.getTime(), opening);
      if (time === undefined) throw requestErrors.never_open();
      return new Date(time);
    };
  }
  if (at === undefined) return undefined;
  const time = new Date(at);
  return (now) => {
    const inMs = time.getTime() - now.getTime();
    if (inMs >= shortestScheduleMs && inMs <= longestScheduleMs) return time;
    throw validationFailed([
      { param: 'at', location: 'body', msg: 'Must be a minute to 366 days from now', value: at },
    ]);
  };
}
