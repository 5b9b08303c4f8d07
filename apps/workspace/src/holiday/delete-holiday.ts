import type { holidayApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { remove, viewOf } from './holiday.ts';

type DeleteHoliday = Operation<typeof holidayApi.deleteHoliday, Context>;

export const deleteHoliday: DeleteHoliday = async (context, _actor, { id_project, holiday_id }) => {
  const at = new Date();
  return viewOf(await context.holidays.remove(id_project, holiday_id, (current) => remove(current, at)));
};
