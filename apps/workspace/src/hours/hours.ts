import { hoursErrors, readHours } from '@parley/contracts';
import { calendarWith, type OpenStateAt, type StoredHoliday } from '@parley/service-kit/hours';

import type { Project } from '../project/project.ts';

export interface OpenState extends OpenStateAt {
  /** Of the hours that apply. */
  timezone?: string;
  /** Name of the holiday of this day, if it is closed now. */
  holiday?: string;
  /** The stored hours of an imported project cannot be parsed; it counts as open. */
  unreadable?: true;
}

/** A time, and the holidays of the project. */
interface At {
  at: Date;
  holidays: readonly StoredHoliday[];
}

/** Whether a project is open, by its operating hours if they are switched on. Source: contract 11 section 2. */
export function openStateOf(project: Pick<Project, 'activeOperatingHours' | 'operatingHours'>, at: At): OpenState {
  const { activeOperatingHours, operatingHours } = project;
  return activeOperatingHours && operatingHours ? byHours(operatingHours, 'project', at) : { open: true };
}

/**
 * Whether a time slot of the project is open, regardless of the project's own hours.
 * @throws hoursErrors.time_slot_not_found
 */
export function slotOpenStateOf({ timeSlots = {} }: Pick<Project, 'timeSlots'>, slotId: string, at: At): OpenState {
  if (!Object.hasOwn(timeSlots, slotId)) throw hoursErrors.time_slot_not_found();
  const { active, hours } = Object(timeSlots[slotId]) as { active?: unknown; hours?: unknown };
  return active === false ? { open: true } : byHours(hours, slotId, at);
}

function byHours(stored: unknown, schedule: string, { at, holidays }: At): OpenState {
  const week = typeof stored === 'string' ? readHours(stored) : undefined;
  if (!week) return { open: true, unreadable: true };
  const calendar = calendarWith(week, holidays, schedule);
  const state = calendar.stateAt(at);
  const holiday = state.open ? undefined : calendar.holidayAt(at.getTime());
  return { ...state, timezone: week.tzname, ...(holiday && { holiday: holiday.name }) };
}
