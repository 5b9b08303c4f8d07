import { hoursErrors, readHours } from '@parley/contracts';
import { Calendar, type OpenStateAt } from '@parley/service-kit/hours';

import type { Project } from '../project/project.ts';

export interface OpenState extends OpenStateAt {
  /** Of the hours that apply. */
  timezone?: string;
  /** The stored hours of an imported project cannot be parsed; it counts as open. */
  unreadable?: true;
}

/** Whether a project is open, by its operating hours if they are switched on. Source: contract 11 section 2. */
export function openStateOf(project: Pick<Project, 'activeOperatingHours' | 'operatingHours'>, at: Date): OpenState {
  const { activeOperatingHours, operatingHours } = project;
  return activeOperatingHours && operatingHours ? byHours(operatingHours, at) : { open: true };
}

/**
 * Whether a time slot of the project is open, regardless of the project's own hours.
 * @throws hoursErrors.time_slot_not_found
 */
export function slotOpenStateOf({ timeSlots = {} }: Pick<Project, 'timeSlots'>, slotId: string, at: Date): OpenState {
  if (!Object.hasOwn(timeSlots, slotId)) throw hoursErrors.time_slot_not_found();
  const { active, hours } = Object(timeSlots[slotId]) as { active?: unknown; hours?: unknown };
  return active === false ? { open: true } : byHours(hours, at);
}

function byHours(stored: unknown, at: Date): OpenState {
  const week = typeof stored === 'string' ? readHours(stored) : undefined;
  return week ? { ...new Calendar(week).stateAt(at), timezone: week.tzname } : { open: true, unreadable: true };
}
