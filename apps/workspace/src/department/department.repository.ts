import { type DomainEvent, departmentErrors, type PageQuery } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { Department as DepartmentRow, Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { created, type Department, type DepartmentChange, withoutBot, withoutDefault } from './department.ts';

const list: SortedList<'createdAt' | 'name'> = {
  name: 'departments',
  columns: { createdAt: { sql: 'created_at', type: 'timestamptz' }, name: { sql: 'name', type: 'text' } },
  id: 'id',
  defaultField: 'createdAt',
  defaultDirection: 1,
};

const columns = `id_project AS "idProject", id, name, description, routing, id_bot AS "idBot", bot_only AS "botOnly",
  id_group AS "idGroup", groups, online_msg AS "onlineMsg", offline_msg AS "offlineMsg", is_default AS "isDefault", status,
  tags, created_by AS "createdBy", created_at AS "createdAt", updated_at AS "updatedAt", version`;

/** The only writer of `departments`. */
export class DepartmentRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository) {
    this.#db = db;
    this.#projects = projects;
  }

  /** @param id of a department, or `default` */
  async find(projectId: string, id: string): Promise<Department | undefined> {
    const which = id === 'default' ? { isDefault: true } : { id };
    const row = await this.#db.prisma.department.findFirst({ where: { idProject: projectId, ...which } });
    return row ? toDepartment(row) : undefined;
  }

  /** The oldest department with this name, case-insensitive. */
  async findNamed(projectId: string, name: string): Promise<Department | undefined> {
    const text = `SELECT ${columns} FROM departments
      WHERE id_project = $1 AND lower(name) = lower($2) ORDER BY created_at, id LIMIT 1`;
    const [row] = await this.#db.query<DepartmentRow>({ name: 'department-named', text }, [projectId, name]);
    return row ? toDepartment(row) : undefined;
  }

  /** Hidden ones included: a project has few. */
  async listAll(projectId: string): Promise<Department[]> {
    const rows = await this.#db.prisma.department.findMany({ where: { idProject: projectId }, orderBy: { id: 'asc' } });
    return rows.map(toDepartment);
  }

  /** @param byName ascending; otherwise in order of creation */
  async list(
    projectId: string,
    minimumStatus: number,
    query: Omit<PageQuery, 'sort' | 'sortField' | 'direction'> & { byName: boolean },
  ): Promise<{ departments: Department[]; next?: string }> {
    const { byName, ...place } = query;
    const page = pageOf(list, { ...place, sortField: byName ? 'name' : undefined });
    const values: unknown[] = [projectId, minimumStatus];
    const bind = binder(values);
    const rows = await this.#db.query<DepartmentRow & Placed>(
      `SELECT ${columns}, ${page.columns} FROM departments
       WHERE id_project = $1 AND status >= $2 AND ${page.after(bind)}
       ORDER BY ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: found, next } = page.cut(rows);
    return { departments: found.map(toDepartment), next };
  }

  /** The id of a department that uses this group, if there is one. */
  async findUserOf(projectId: string, groupId: string): Promise<string | undefined> {
    const [row] = await this.#db.query<{ id: string }>(
      {
        name: 'department-of-group',
        text: `SELECT id FROM departments
               WHERE id_project = $1 AND (id_group = $2 OR groups @> jsonb_build_array(jsonb_build_object('group_id', $2::text)))
               ORDER BY id LIMIT 1`,
      },
      [projectId, groupId],
    );
    return row?.id;
  }

  /** Ids of the departments that carry a tag. */
  async tagged(projectId: string, tag: string): Promise<string[]> {
    const text = `SELECT id FROM departments WHERE id_project = $1
      AND tags @> jsonb_build_array(jsonb_build_object('tag', $2::text)) ORDER BY id`;
    const rows = await this.#db.query<{ id: string }>({ name: 'departments-tagged', text }, [projectId, tag]);
    return rows.map(({ id }) => id);
  }

  /** Stores a new department under the team lock; a new default replaces the previous one. */
  async insert(department: Department, origin?: 'project'): Promise<Department> {
    return this.#db.transaction(async () => {
      await this.#projects.lockTeam(department.projectId);
      if (department.isDefault) await this.#takeDefault(department);
      await this.#db.prisma.department.createMany({
        data: [
          {
            ...toRow(department),
            idProject: department.projectId,
            id: department.id,
            createdBy: department.createdBy,
            createdAt: department.createdAt,
          },
        ],
      });
      await this.#projects.incrementDirectoryVersion(department.projectId);
      await this.#announce(department, [created(department, origin)]);
      return department;
    });
  }

  /**
   * Locks the team until the transaction ends and stores what `decide` returns for one department; a new default
   * replaces the previous one.
   * @throws departmentErrors.department_not_found
   */
  async update(projectId: string, id: string, decide: (current: Department) => DepartmentChange): Promise<Department> {
    return this.#db.transaction(async () => {
      const current = await this.#locked(projectId, id);
      const change = decide(current);
      if (change.next.isDefault && !current.isDefault) await this.#takeDefault(change.next);
      return this.#store(current, change);
    });
  }

  /** @throws departmentErrors.department_not_found */
  async remove(projectId: string, id: string, decide: (current: Department) => DepartmentChange): Promise<Department> {
    return this.#db.transaction(async () => {
      const { next, events } = decide(await this.#locked(projectId, id));
      await this.#db.prisma.department.deleteMany({ where: { idProject: projectId, id } });
      await this.#projects.incrementDirectoryVersion(projectId);
      await this.#announce(next, events);
      return next;
    });
  }

  /** Removes a deleted bot from all departments. */
  async clearBot(projectId: string, idBot: string, at: Date): Promise<void> {
    await this.#db.transaction(async () => {
      if (!(await this.#projects.lockTeam(projectId))) return;
      const rows = await this.#db.prisma.department.findMany({ where: { idProject: projectId, idBot } });
      for (const current of rows.map(toDepartment)) await this.#store(current, withoutBot(current, at));
    });
  }

  async #locked(projectId: string, id: string): Promise<Department> {
    const lives = await this.#projects.lockTeam(projectId);
    const current = lives ? await this.find(projectId, id) : undefined;
    if (!current) throw departmentErrors.department_not_found();
    checkIfMatch(current.version);
    return current;
  }

  async #takeDefault(next: Department): Promise<void> {
    const current = await this.find(next.projectId, 'default');
    if (current) await this.#store(current, withoutDefault(current, next.updatedAt));
  }

  async #store(current: Department, { next, events }: DepartmentChange): Promise<Department> {
    if (next === current) return current;
    const where = { idProject: next.projectId, id: next.id };
    await this.#db.prisma.department.updateMany({ where, data: toRow(next) });
    await this.#projects.incrementDirectoryVersion(next.projectId);
    await this.#announce(next, events);
    return next;
  }

  #announce(department: Department, events: DomainEvent[]): Promise<void> {
    const { projectId, id, version } = department;
    return announce(this.#db, { noun: 'department', projectId, id, version }, events);
  }
}

function toDepartment(row: DepartmentRow): Department {
  return {
    id: row.id,
    projectId: row.idProject,
    name: row.name,
    description: row.description ?? undefined,
    routing: row.routing,
    idBot: row.idBot ?? undefined,
    botOnly: row.botOnly ?? undefined,
    idGroup: row.idGroup ?? undefined,
    groups: row.groups as Department['groups'],
    onlineMsg: row.onlineMsg ?? undefined,
    offlineMsg: row.offlineMsg ?? undefined,
    isDefault: row.isDefault,
    status: row.status,
    tags: row.tags as unknown[],
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}

function toRow(department: Department) {
  return {
    name: department.name,
    description: department.description ?? null,
    routing: department.routing,
    idBot: department.idBot ?? null,
    botOnly: department.botOnly ?? null,
    idGroup: department.idGroup ?? null,
    groups: department.groups,
    onlineMsg: department.onlineMsg ?? null,
    offlineMsg: department.offlineMsg ?? null,
    isDefault: department.isDefault,
    status: department.status,
    tags: department.tags as Prisma.InputJsonArray,
    updatedAt: department.updatedAt,
    version: department.version,
  };
}
