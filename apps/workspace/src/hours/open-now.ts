import type { StoredHoliday } from '@parley/service-kit/hours';

import type { Context } from '../context.ts';
import type { Project } from '../project/project.ts';
import { type OpenState, openStateOf, slotOpenStateOf } from './hours.ts';

/**
 * Whether a project or one of its time slots is open now. Logs unreadable hours.
 * @throws hoursErrors.time_slot_not_found
 */
export function openNow(
  { log }: Pick<Context, 'log'>,
  project: Project,
  holidays: readonly StoredHoliday[],
  timeSlot?: string,
): OpenState {
  const now = { at: new Date(), holidays };
  const state = timeSlot ? slotOpenStateOf(project, timeSlot, now) : openStateOf(project, now);
  if (state.unreadable) log.warn({ projectId: project.id, timeSlot }, 'operating hours cannot be read');
  return state;
}
