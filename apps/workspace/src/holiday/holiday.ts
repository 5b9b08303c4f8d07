import { isDeepStrictEqual } from 'node:util';

import {
  type DomainEvent,
  type HolidayView,
  holidayCreated,
  holidayDeleted,
  holidayUpdated,
  maxHolidayDays,
  validationFailed,
} from '@parley/contracts';

const dayMs = 86_400_000;

/** Days on which other hours apply than those of the week. */
export interface Holiday {
  id: string;
  projectId: string;
  name: string;
  /** First and last local day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  yearly: boolean;
  spans: { start: string; end: string }[];
  applies: string[];
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

const facts = ['name', 'from', 'to', 'yearly', 'spans', 'applies'] as const;
type Facts = Pick<Holiday, (typeof facts)[number]>;

export interface HolidayChange {
  next: Holiday;
  events: DomainEvent[];
}

/** @throws validation_failed for days that cannot be */
export function newHoliday(
  wanted: Pick<Holiday, 'id' | 'projectId' | 'name' | 'from'> & { [Name in keyof Facts]?: Facts[Name] | undefined },
  by: string,
  at: Date,
): Holiday {
  const { id, projectId, name, from, to = from, yearly = false, spans = [], applies = [] } = wanted;
  return {
    ...{ id, projectId, createdBy: by, createdAt: at, updatedAt: at, version: 0 },
    ...checked({ name, from, to, yearly, spans, applies }),
  };
}

export function created(holiday: Holiday): DomainEvent {
  return holidayCreated({ holiday: viewOf(holiday) });
}

/** @throws validation_failed for days that cannot be */
export function update(
  current: Holiday,
  wanted: { [Name in keyof Facts]?: Facts[Name] | undefined },
  at: Date,
): HolidayChange {
  const { name = current.name, yearly = current.yearly, spans = current.spans, applies = current.applies } = wanted;
  // A holiday of one day that moves stays one of one day.
  const { from = current.from, to = current.to === current.from ? from : current.to } = wanted;
  const changed = { ...current, ...checked({ name, from, to, yearly, spans, applies }) };
  const changes = facts.filter((fact) => !isDeepStrictEqual(current[fact], changed[fact]));
  if (changes.length === 0) return { next: current, events: [] };
  const next = { ...changed, updatedAt: at, version: current.version + 1 };
  return { next, events: [holidayUpdated({ holiday: viewOf(next), changes })] };
}

export function remove(current: Holiday, at: Date): HolidayChange {
  const next = { ...current, updatedAt: at, version: current.version + 1 };
  return { next, events: [holidayDeleted({ holiday: viewOf(next) })] };
}

function checked(wanted: Facts): Facts {
  const { from, to } = wanted;
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const msg = days < 1 ? 'Must not be before from' : `At most ${maxHolidayDays} days`;
  if (days < 1 || days > maxHolidayDays) throw validationFailed([{ param: 'to', location: 'body', msg, value: to }]);
  return wanted;
}

/** Whether a day of it is in the year. */
export function isOfYear({ from, to, yearly }: Facts, year: number): boolean {
  return yearly || (Number(from.slice(0, 4)) <= year && year <= Number(to.slice(0, 4)));
}

export function viewOf(holiday: Holiday): HolidayView {
  const { id, projectId, name, from, to, yearly, spans, applies, createdBy, createdAt, updatedAt, version } = holiday;
  return {
    ...{ _id: id, id, id_project: projectId, name, from, to, yearly, spans, applies, createdBy },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    __v: version,
  };
}
