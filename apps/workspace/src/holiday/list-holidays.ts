import type { holidayApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { isOfYear, viewOf } from './holiday.ts';

type ListHolidays = Operation<typeof holidayApi.listHolidays, Context>;

export const listHolidays: ListHolidays = async (context, _actor, { id_project, year }) => {
  const holidays = await context.holidays.list(id_project);
  return holidays.filter((holiday) => year === undefined || isOfYear(holiday, year)).map(viewOf);
};
