import { type hoursApi, projectErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { openNow } from './open-now.ts';

type GetOpenState = Operation<typeof hoursApi.getOpenState, Context>;

export const getOpenState: GetOpenState = async (context, _actor, { id_project, timeSlot }) => {
  const [project, holidays] = await Promise.all([
    context.projects.find(id_project),
    context.holidays.ofHours(id_project),
  ]);
  if (!project) throw projectErrors.project_not_found();
  const { open: isopen, holiday } = openNow(context, project, holidays, timeSlot);
  return { isopen, holiday };
};
