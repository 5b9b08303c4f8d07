import type { Context } from '../context.ts';
import type { Project } from '../project/project.ts';
import { type OpenState, openStateOf, slotOpenStateOf } from './hours.ts';

/**
 * Whether a project or one of its time slots is open now. Logs unreadable hours.
 * @throws hoursErrors.time_slot_not_found
 */
export function openNow({ log }: Pick<Context, 'log'>, project: Project, timeSlot?: string): OpenState {
  const at = new Date();
  const state = timeSlot ? slotOpenStateOf(project, timeSlot, at) : openStateOf(project, at);
  if (state.unreadable) log.warn({ projectId: project.id, timeSlot }, 'operating hours cannot be read');
  return state;
}
