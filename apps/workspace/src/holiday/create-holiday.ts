import type { holidayApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newHoliday, viewOf } from './holiday.ts';

type CreateHoliday = Operation<typeof holidayApi.createHoliday, Context>;

export const createHoliday: CreateHoliday = async (context, actor, { id_project: projectId, ...wanted }) => {
  const at = new Date();
  const holiday = newHoliday({ ...wanted, id: newId(at), projectId }, actor.id, at);
  return viewOf(await context.holidays.insert(holiday));
};
