import type { Database } from '@parley/service-kit/database';
import type { Calendar } from '@parley/service-kit/hours';

import { calendarOf, type StoredHours } from './hours-line.ts';

/** The hours and holidays of projects, by the read models. */
export class Calendars {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @returns `null` for a project that is always open */
  async ofProject(projectId: string): Promise<Calendar | null> {
    return calendarOf(await this.hours(projectId), 'project');
  }

  /** As they are now. */
  async hours(projectId: string): Promise<StoredHours> {
    const [row] = await this.#db.query<PresentHours>(presentHours, [projectId]);
    const { activeOperatingHours, operatingHours, timeSlots = {} } = row?.record ?? {};
    const slots = Object.entries(timeSlots).flatMap(([id, slot]) =>
      slot.active !== false && typeof slot.hours === 'string' ? [[id, slot.hours]] : [],
    );
    return {
      project: activeOperatingHours && operatingHours ? operatingHours : null,
      slots: Object.fromEntries(slots),
      holidays: row?.holidays ?? [],
    };
  }
}

interface PresentHours {
  record: {
    activeOperatingHours?: boolean;
    operatingHours?: string;
    timeSlots?: Record<string, { active?: boolean; hours?: unknown }>;
  } | null;
  holidays: StoredHours['holidays'] | null;
}

const presentHours = {
  name: 'hours_present',
  text: `select (select p.record from copy_project p where p.id_project = $1) as record,
    (select json_agg(h.record order by h.id) from copy_holiday h where h.id_project = $1 and not h.deleted) as holidays`,
};
