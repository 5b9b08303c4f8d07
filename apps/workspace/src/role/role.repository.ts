import { commonErrors, type DomainEvent, type PageQuery, roleErrors } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { Prisma, PrismaClient, Role as RoleRow } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { created, type Role, type RoleChange } from './role.ts';

const maxRoles = 50;

const list: SortedList<'createdAt'> = {
  name: 'roles',
  columns: { createdAt: { sql: 'created_at', type: 'timestamptz' } },
  id: 'id',
  defaultField: 'createdAt',
};

/** The only writer of `roles`. Every change holds the team lock, as the changes of teammates who have them do. */
export class RoleRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository) {
    this.#db = db;
    this.#projects = projects;
  }

  async find(projectId: string, id: string): Promise<Role | undefined> {
    const row = await this.#db.prisma.role.findFirst({ where: { idProject: projectId, id } });
    return row ? toRole(row) : undefined;
  }

  async list(projectId: string, query: PageQuery<'createdAt'>): Promise<{ roles: Role[]; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const rows = await this.#db.query<RoleRow & Placed>(
      `SELECT id_project AS "idProject", id, name, base, rights, visibility, created_by AS "createdBy",
         created_at AS "createdAt", updated_at AS "updatedAt", version, ${page.columns}
       FROM roles WHERE id_project = $1 AND ${page.after(bind)} ORDER BY ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: found, next } = page.cut(rows);
    return { roles: found.map(toRole), next };
  }

  /** @throws commonErrors.limit_reached, not_a_member */
  async insert(role: Role): Promise<Role> {
    const { projectId: idProject, id, base, createdBy, createdAt } = role;
    return this.#db.transaction(async () => {
      if (!(await this.#projects.lockTeam(idProject))) throw commonErrors.not_a_member();
      if ((await this.#db.prisma.role.count({ where: { idProject } })) >= maxRoles)
        throw commonErrors.limit_reached({ limit: maxRoles });
      await this.#db.prisma.role.createMany({ data: [{ ...toRow(role), idProject, id, base, createdBy, createdAt }] });
      await this.#announce(role, [created(role)]);
      return role;
    });
  }

  /**
   * Holds the team lock and stores what `decide` returns.
   * @throws roleErrors.role_not_found
   */
  async update(projectId: string, id: string, decide: (current: Role) => RoleChange): Promise<Role> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(projectId, id);
      const { next, events } = decide(current);
      if (next === current) return current;
      await this.#db.prisma.role.updateMany({ where: { idProject: projectId, id }, data: toRow(next) });
      await this.#announce(next, events);
      return next;
    });
  }

  /** @throws roleErrors.role_not_found, role_in_use */
  async remove(projectId: string, id: string, decide: (current: Role) => RoleChange): Promise<Role> {
    return this.#db.transaction(async () => {
      const { next, events } = decide(await this.#lock(projectId, id));
      const where = { idProject: projectId, roleId: id };
      const holder = await this.#db.prisma.teammate.findFirst({ where, select: { id: true } });
      if (holder) throw roleErrors.role_in_use({ conflict: holder.id });
      await this.#db.prisma.role.deleteMany({ where: { idProject: projectId, id } });
      await this.#announce(next, events);
      return next;
    });
  }

  async #lock(projectId: string, id: string): Promise<Role> {
    const current = (await this.#projects.lockTeam(projectId)) ? await this.find(projectId, id) : undefined;
    if (!current) throw roleErrors.role_not_found();
    checkIfMatch(current.version);
    return current;
  }

  #announce({ projectId, id, version }: Role, events: DomainEvent[]): Promise<void> {
    return announce(this.#db, { noun: 'role', projectId, id, version }, events);
  }
}

/** Safe casts: only this repository writes these columns, from closed lists. */
function toRole({ idProject, base, rights, visibility, ...row }: RoleRow): Role {
  return {
    ...row,
    projectId: idProject,
    base: base as Role['base'],
    rights: rights as Role['rights'],
    visibility: visibility as Role['visibility'],
  };
}

/** The columns that a change may write. */
function toRow({ name, rights, visibility, updatedAt, version }: Role) {
  return { name, rights: rights as Prisma.InputJsonObject, visibility, updatedAt, version };
}
