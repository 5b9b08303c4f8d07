import { type hoursApi, projectErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { opennessOf, slotOpennessOf } from './hours.ts';

type GetOpenState = Operation<typeof hoursApi.getOpenState, Context>;

export const getOpenState: GetOpenState = async ({ projects, log }, _actor, { id_project, timeSlot }) => {
  const project = await projects.find(id_project);
  if (!project) throw projectErrors.project_not_found();

  const at = new Date();
  const { open, unreadable } = timeSlot ? slotOpennessOf(project, timeSlot, at) : opennessOf(project, at);
  if (unreadable) log.warn({ projectId: id_project, timeSlot }, 'operating hours cannot be read');
  return { isopen: open };
};
