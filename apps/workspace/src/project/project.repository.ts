import { type Actor, commonErrors, type DomainEvent } from '@parley/contracts';
import { checkIfMatch, currentCall } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { PrismaClient } from '../generated/prisma/client.ts';
import { type AddressRules, addressRulesOf } from './address-rules.ts';
import { allowedSitesOf } from './allowed-sites.ts';
import { type Ban, type Project, ProjectStatus } from './project.ts';
import type { ProjectChange } from './project-change.ts';
import { toBanRow, toProject, toRow } from './project-rows.repository.ts';

/** The access rules of a project; only the lists in force. */
export interface ProjectAccess extends AddressRules {
  bannedIds: string[];
  bannedAddresses: string[];
  /** Whose pages may sign visitors in; absent: pages of every site. */
  allowedSites?: readonly string[];
  version: number;
}

/** The only writer of `projects` and `project_bans`. */
export class ProjectRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** A living project. */
  async find(projectId: string): Promise<Project | undefined> {
    const where = { idProject: projectId };
    const row = await this.#db.prisma.project.findFirst({ where: { ...where, status: ProjectStatus.live } });
    if (!row) return undefined;
    return toProject(row, await this.#db.prisma.projectBan.findMany({ where, orderBy: { id: 'asc' } }));
  }

  async insert(project: Project, events: DomainEvent[], by: Actor): Promise<void> {
    await this.#db.transaction(async () => {
      await this.#db.prisma.project.createMany({
        data: [
          { ...toRow(project), idProject: project.id, createdBy: project.createdBy, createdAt: project.createdAt },
        ],
      });
      await this.#announce(project, events, by);
    });
  }

  /**
   * Locks the project until the transaction ends and stores what `decide` returns.
   * @returns the state before and after
   * @throws commonErrors.not_a_member when it is deleted: the answer for its members
   */
  async update(
    projectId: string,
    decide: (current: Project) => ProjectChange | Promise<ProjectChange>,
  ): Promise<{ before: Project; after: Project }> {
    return this.#db.transaction(async () => {
      await this.lockTeam(projectId);
      const before = await this.find(projectId);
      if (!before) throw commonErrors.not_a_member();

      const { next, events } = await decide(before);
      if (next !== before) {
        const data = { ...toRow(next), rosterVersion: { increment: 1 } };
        await this.#db.prisma.project.updateMany({ where: { idProject: projectId }, data });
        if (next.bans !== before.bans) await this.#storeBans(projectId, before.bans, next.bans);
        await this.#announce(next, events, currentCall().actor ?? 'system');
      }
      return { before, after: next };
    });
  }

  /** The same with optimistic concurrency: checks `If-Match` if the call carries it. */
  change(projectId: string, decide: (current: Project) => ProjectChange) {
    return this.update(projectId, (current) => {
      checkIfMatch(current.version);
      return decide(current);
    });
  }

  /**
   * The team lock: serialises changes of a project's team and settings until the transaction ends; visitors are not blocked.
   * @returns false when the project is deleted
   */
  async lockTeam(projectId: string): Promise<boolean> {
    return this.#lock(projectId, 'FOR NO KEY UPDATE');
  }

  /** Blocks everything, visitors included, before a deletion. */
  async lockWhole(projectId: string): Promise<boolean> {
    return this.#lock(projectId, 'FOR UPDATE');
  }

  /** Prevents deletion of the project until the transaction ends. @returns false when it is deleted */
  async lockAlive(projectId: string): Promise<boolean> {
    return this.#lock(projectId, 'FOR KEY SHARE');
  }

  /** Raises the directory version. Call with every change that routing depends on, under the team lock. */
  async incrementDirectoryVersion(projectId: string): Promise<void> {
    const data = { rosterVersion: { increment: 1 } };
    await this.#db.prisma.project.updateMany({ where: { idProject: projectId }, data });
  }

  /** @returns undefined when the project is deleted */
  async directoryVersionOf(projectId: string): Promise<number | undefined> {
    const text = 'SELECT roster_version AS version FROM projects WHERE id_project = $1 AND status = $2';
    const statement = { name: 'directory-version', text };
    const [row] = await this.#db.query<{ version: number }>(statement, [projectId, ProjectStatus.live]);
    return row?.version;
  }

  /** @returns undefined when the project is deleted */
  async accessOf(projectId: string): Promise<ProjectAccess | undefined> {
    const [project, version] = await Promise.all([this.find(projectId), this.directoryVersionOf(projectId)]);
    if (!project || version === undefined) return undefined;
    return {
      bannedIds: project.bans.flatMap(({ principalId }) => principalId ?? []),
      bannedAddresses: project.bans.flatMap(({ ip }) => ip ?? []),
      ...addressRulesOf(project),
      allowedSites: allowedSitesOf(project.settings),
      version,
    };
  }

  async #storeBans(projectId: string, before: Ban[], after: Ban[]): Promise<void> {
    const kept = new Set(after.map(({ id }) => id));
    const known = new Set(before.map(({ id }) => id));
    const lifted = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
    const added = after.filter(({ id }) => !known.has(id)).map((ban) => toBanRow(projectId, ban));
    await this.#db.prisma.projectBan.deleteMany({ where: { idProject: projectId, id: { in: lifted } } });
    await this.#db.prisma.projectBan.createMany({ data: added });
  }

  async #lock(projectId: string, strength: 'FOR UPDATE' | 'FOR NO KEY UPDATE' | 'FOR KEY SHARE'): Promise<boolean> {
    const text = `SELECT status FROM projects WHERE id_project = $1 ${strength}`;
    const [row] = await this.#db.query<{ status: number }>({ name: `project-lock ${strength}`, text }, [projectId]);
    return row?.status === ProjectStatus.live;
  }

  #announce(project: Project, events: DomainEvent[], actor: Actor | 'system'): Promise<void> {
    const { id, version } = project;
    return announce(this.#db, { noun: 'project', projectId: id, id, version, actor }, events);
  }
}
