// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { HolidayView } from './types.ts';

export type CreateHolidayParams = { id_project?: string } & {
  /** Name of the holiday. */
  name: string;
  /** First day, `YYYY-MM-DD`. */
  from: string;
  /** Last day, `YYYY-MM-DD`; by default the first. At most 366 days. */
  to?: string | null;
  /** Whether it comes again each year. */
  yearly?: boolean | null;
  /** Hours of its days; empty: closed. */
  spans?: {
    /** Begin, `HH:mm`. */
    start: string;
    /** End, `HH:mm` up to `24:00`; not part of it. */
    end: string;
  }[] | null;
  /** `project` for the operating hours, and ids of time slots; empty: all. */
  applies?: string[] | null;
};

export type ListHolidaysParams = { id_project?: string } & {
  /** Only holidays with a day in this year. */
  year?: string | null;
};

export type DeleteHolidayParams = { id_project?: string; holiday_id: string };

export type GetHolidayParams = { id_project?: string; holiday_id: string };

export type UpdateHolidayParams = { id_project?: string; holiday_id: string } & {
  /** Name of the holiday. */
  name?: string | null;
  /** First day, `YYYY-MM-DD`. */
  from?: string | null;
  /** Last day, `YYYY-MM-DD`; by default the first. At most 366 days. */
  to?: string | null;
  /** Whether it comes again each year. */
  yearly?: boolean | null;
  /** Hours of its days; empty: closed. */
  spans?: {
    /** Begin, `HH:mm`. */
    start: string;
    /** End, `HH:mm` up to `24:00`; not part of it. */
    end: string;
  }[] | null;
  /** `project` for the operating hours, and ids of time slots; empty: all. */
  applies?: string[] | null;
};

/**
 * Make a holiday. On its days the hours of the project and of its time slots are those of the holiday: none, or `spans`. The date is that of the time zone of each schedule. A project without operating hours is always open. Where holidays share a day, the one that was made last applies.
 *
 * Minimum role: admin. Codes: `limit_reached`. Limits: `name` ≤ 128 characters, `applies` ≤ 51 items.
 *
 * @example await createHoliday(parley, { name: 'Christmas', from: '2026-12-25', to: '2026-12-26', yearly: true });
 */
export const createHoliday: Operation<CreateHolidayParams, HolidayView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createHoliday', 'POST holidays');

/**
 * List the holidays of a project, or those of one year.
 *
 * Minimum role: agent.
 *
 * @example await listHolidays(parley);
 */
export const listHolidays: Operation<ListHolidaysParams, HolidayView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listHolidays', 'GET holidays');

/**
 * Delete a holiday.
 *
 * Minimum role: admin. Codes: `holiday_not_found`, `version_mismatch`.
 *
 * @example await deleteHoliday(parley, { holiday_id });
 */
export const deleteHoliday: Operation<DeleteHolidayParams, HolidayView, DeleteCode | 'holiday_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteHoliday', 'DELETE holidays/:holiday_id');

/**
 * Get a holiday.
 *
 * Minimum role: agent. Codes: `holiday_not_found`.
 *
 * @example await getHoliday(parley, { holiday_id });
 */
export const getHoliday: Operation<GetHolidayParams, HolidayView, ReadCode | 'holiday_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getHoliday', 'GET holidays/:holiday_id');

/**
 * Change a holiday; what is absent stays.
 *
 * Minimum role: admin. Codes: `holiday_not_found`, `version_mismatch`. Limits: `name` ≤ 128 characters, `applies` ≤ 51 items.
 *
 * @example await updateHoliday(parley, { holiday_id, spans: [{ start: '09:00', end: '12:00' }] });
 */
export const updateHoliday: Operation<UpdateHolidayParams, HolidayView, UpdateCode | 'holiday_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateHoliday', 'PUT holidays/:holiday_id');
