import { commonErrors, type DomainEvent, holidayErrors, maxHolidays } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { holidayOf, type StoredHoliday } from '@parley/service-kit/hours';
import { announce } from '@parley/service-kit/outbox';

import type { Holiday as HolidayRow, PrismaClient } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { created, type Holiday, type HolidayChange, viewOf } from './holiday.ts';

/** The only writer of `holidays`. Routing depends on them: every change raises the directory version, under the team lock. */
export class HolidayRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository) {
    this.#db = db;
    this.#projects = projects;
  }

  /** In the order of their creation. */
  async list(projectId: string): Promise<Holiday[]> {
    const rows = await this.#db.prisma.holiday.findMany({ where: { idProject: projectId }, orderBy: { id: 'asc' } });
    return rows.map(toHoliday);
  }

  /** As hours are reckoned with them. */
  async ofHours(projectId: string): Promise<StoredHoliday[]> {
    return (await this.list(projectId)).map((holiday) => holidayOf(viewOf(holiday)));
  }

  async find(projectId: string, id: string): Promise<Holiday | undefined> {
    const row = await this.#db.prisma.holiday.findFirst({ where: { idProject: projectId, id } });
    return row ? toHoliday(row) : undefined;
  }

  /** @throws commonErrors.limit_reached, not_a_member */
  async insert(holiday: Holiday): Promise<Holiday> {
    const { projectId: idProject, id, createdBy, createdAt } = holiday;
    return this.#db.transaction(async () => {
      if (!(await this.#projects.lockTeam(idProject))) throw commonErrors.not_a_member();
      if ((await this.#db.prisma.holiday.count({ where: { idProject } })) >= maxHolidays)
        throw commonErrors.limit_reached({ limit: maxHolidays });
      const data = { ...toRow(holiday), idProject, id, createdBy, createdAt };
      await this.#db.prisma.holiday.createMany({ data: [data] });
      await this.#announce(holiday, [created(holiday)]);
      return holiday;
    });
  }

  /**
   * Holds the team lock and stores what `decide` returns.
   * @throws holidayErrors.holiday_not_found
   */
  async update(projectId: string, id: string, decide: (current: Holiday) => HolidayChange): Promise<Holiday> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(projectId, id);
      const { next, events } = decide(current);
      if (next === current) return current;
      await this.#db.prisma.holiday.updateMany({ where: { idProject: projectId, id }, data: toRow(next) });
      await this.#announce(next, events);
      return next;
    });
  }

  /** @throws holidayErrors.holiday_not_found */
  async remove(projectId: string, id: string, decide: (current: Holiday) => HolidayChange): Promise<Holiday> {
    return this.#db.transaction(async () => {
      const { next, events } = decide(await this.#lock(projectId, id));
      await this.#db.prisma.holiday.deleteMany({ where: { idProject: projectId, id } });
      await this.#announce(next, events);
      return next;
    });
  }

  async #lock(projectId: string, id: string): Promise<Holiday> {
    const current = (await this.#projects.lockTeam(projectId)) ? await this.find(projectId, id) : undefined;
    if (!current) throw holidayErrors.holiday_not_found();
    checkIfMatch(current.version);
    return current;
  }

  async #announce({ projectId, id, version }: Holiday, events: DomainEvent[]): Promise<void> {
    await this.#projects.incrementDirectoryVersion(projectId);
    await announce(this.#db, { noun: 'holiday', projectId, id, version }, events);
  }
}

/** Safe cast: only this repository writes the column. */
function toHoliday({ idProject, spans, ...row }: HolidayRow): Holiday {
  return { ...row, projectId: idProject, spans: spans as Holiday['spans'] };
}

/** The columns that a change may write. */
function toRow({ name, from, to, yearly, spans, applies, updatedAt, version }: Holiday) {
  return { name, from, to, yearly, spans, applies, updatedAt, version };
}
