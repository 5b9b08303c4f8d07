import type { EventEnvelope, HolidayView } from '@parley/contracts';
import { holidayOf } from '@parley/service-kit/hours';

import type { Context } from '../context.ts';

type HolidayEvent = EventEnvelope<{ holiday: HolidayView }>;

export function keepHoliday(context: Context, event: HolidayEvent): Promise<void> {
  return keep(context, event, false);
}

export function forgetHoliday(context: Context, event: HolidayEvent): Promise<void> {
  return keep(context, event, true);
}

/** Due times that it moves are computed again. */
async function keep(context: Context, event: HolidayEvent, deleted: boolean): Promise<void> {
  const { idproject: projectId, aggregateversion: version } = event;
  const { holiday } = event.data;
  await context.readModels.keepHoliday({ projectId, id: holiday._id, version, deleted, record: holidayOf(holiday) });
  await context.automationConfigs.followHours(projectId);
}
