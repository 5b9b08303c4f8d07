import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { maybe, PathId, text } from '../fields.ts';
import { NameText } from './fields.ts';
import { HolidayView } from './holiday.views.ts';
import { DayHours } from './hours.fields.ts';

const tag = 'Holidays';
const base = '/v3/:id_project/holidays';
const inProject = z.object({ id_project: PathId });
const ofHoliday = z.object({ id_project: PathId, holiday_id: PathId });

/** Holidays of one project. */
export const maxHolidays = 500;
/** Days of one holiday. */
export const maxHolidayDays = 366;
/** Schedules that one holiday names: the hours of the project, and its time slots. */
const maxSchedules = 51;

const message = 'Must be a date YYYY-MM-DD';
const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, message)
  .refine((day) => new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) === day, message);

const Name = NameText;
const facts = {
  to: maybe(Day),
  yearly: maybe(z.boolean()),
  /** Empty: closed. */
  spans: maybe(DayHours),
  /** `project`, and ids of time slots; empty: all. */
  applies: maybe(z.array(text(64, 1)).max(maxSchedules)),
};
const managed = { role: 'admin', right: 'settings.write', tag } as const;

/** Source: contract 25 section 6. */
export const holidayApi = defineApi('workspace', {
  listHolidays: {
    right: 'project.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    query: z.object({
      year: maybe(
        z
          .string()
          .regex(/^\d{4}$/, 'Must be a year of four digits')
          .transform(Number),
      ),
    }),
    response: z.array(HolidayView),
    errors: [],
    summary: 'List the holidays of a project, or those of one year',
    tag,
  },
  getHoliday: {
    right: 'project.read',
    method: 'get',
    path: `${base}/:holiday_id`,
    role: 'agent',
    params: ofHoliday,
    response: HolidayView,
    errors: ['holiday_not_found'],
    summary: 'Get a holiday',
    tag,
  },
  createHoliday: {
    ...managed,
    method: 'post',
    path: base,
    params: inProject,
    body: z.object({ name: Name, from: Day, ...facts }),
    response: HolidayView,
    errors: ['limit_reached'],
    summary: 'Make a holiday',
    description:
      'On its days the hours of the project and of its time slots are those of the holiday: none, or `spans`. The date is that of the time zone of each schedule. A project without operating hours is always open. Where holidays share a day, the one that was made last applies.',
    example: { body: { name: 'Christmas', from: '2026-12-25', to: '2026-12-26', yearly: true } },
  },
  updateHoliday: {
    ...managed,
    method: 'put',
    path: `${base}/:holiday_id`,
    params: ofHoliday,
    body: z.object({ name: maybe(Name), from: maybe(Day), ...facts }),
    response: HolidayView,
    errors: ['holiday_not_found', 'version_mismatch'],
    summary: 'Change a holiday; what is absent stays',
    example: { body: { spans: [{ start: '09:00', end: '12:00' }] } },
  },
  deleteHoliday: {
    ...managed,
    method: 'delete',
    path: `${base}/:holiday_id`,
    params: ofHoliday,
    response: HolidayView,
    errors: ['holiday_not_found', 'version_mismatch'],
    summary: 'Delete a holiday',
  },
});
