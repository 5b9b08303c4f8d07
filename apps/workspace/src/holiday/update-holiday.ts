import type { holidayApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { update, viewOf } from './holiday.ts';

type UpdateHoliday = Operation<typeof holidayApi.updateHoliday, Context>;

export const updateHoliday: UpdateHoliday = async (context, _actor, { id_project, holiday_id, ...wanted }) => {
  const at = new Date();
  return viewOf(await context.holidays.update(id_project, holiday_id, (current) => update(current, wanted, at)));
};
