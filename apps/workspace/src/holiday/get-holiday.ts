import { type holidayApi, holidayErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './holiday.ts';

type GetHoliday = Operation<typeof holidayApi.getHoliday, Context>;

export const getHoliday: GetHoliday = async (context, _actor, { id_project, holiday_id }) => {
  const holiday = await context.holidays.find(id_project, holiday_id);
  if (!holiday) throw holidayErrors.holiday_not_found();
  return viewOf(holiday);
};
