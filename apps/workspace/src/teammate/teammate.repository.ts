import { type JoinOrigin, teammateErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { ApiTokenRepository } from '../api-token/api-token.repository.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { GroupRepository } from '../group/group.repository.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { ProjectStatus } from '../project/project.ts';
import { remove as endProject } from '../project/project-change.ts';
import type { Role } from '../role/role.ts';
import type { TokenRepository } from '../token/token.repository.ts';
import type { User } from '../user/user.ts';
import { followRole, joined, leave, type MembershipChange, picture, rejoin, rename } from './membership.ts';
import { isActive, isActiveOwner, newTeammate, type Person, type Teammate } from './teammate.ts';
import { selectTeammates, type TeammateRow, toNewRow, toRow, toTeammate } from './teammate-rows.repository.ts';

export interface JoinDetails {
  role: string;
  userAvailable: boolean;
  /** Id of who created or invited the teammate. */
  createdBy: string;
  origin: JoinOrigin;
}

/** With `VisitorRepository`, which inserts visitors, the only writer of `teammates`; the only writer of `memberships`. */
export class TeammateRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;
  readonly #groups: GroupRepository;
  readonly #tokens: TokenRepository;
  readonly #apiTokens: ApiTokenRepository;

  constructor(
    db: Database<PrismaClient>,
    dependencies: {
      projects: ProjectRepository;
      groups: GroupRepository;
      tokens: TokenRepository;
      apiTokens: ApiTokenRepository;
    },
  ) {
    this.#db = db;
    this.#projects = dependencies.projects;
    this.#groups = dependencies.groups;
    this.#tokens = dependencies.tokens;
    this.#apiTokens = dependencies.apiTokens;
  }

  /** A record that is not removed. */
  async find(projectId: string, id: string): Promise<Teammate | undefined> {
    return this.#one('m.id = $2 AND NOT m.trashed', projectId, id);
  }

  /** The membership of a person, a removed one included. */
  async findByUser(projectId: string, idUser: string): Promise<Teammate | undefined> {
    return this.#one('m.id_user = $2', projectId, idUser);
  }

  /** Ids of the next people after `after` that carry a tag. */
  async tagged(projectId: string, tag: string, after: string): Promise<string[]> {
    const text = `SELECT id FROM teammates WHERE id_project = $1 AND id > $3 AND tags <> '[]' AND NOT trashed
      AND tags @> jsonb_build_array(jsonb_build_object('tag', $2::text)) ORDER BY id LIMIT 200`;
    const rows = await this.#db.query<{ id: string }>({ name: 'teammates-tagged', text }, [projectId, tag, after]);
    return rows.map(({ id }) => id);
  }

  /**
   * Adds a person to the team, or adds them again, within the ambient transaction.
   * @returns the unchanged record of an active teammate; undefined for a deleted project
   */
  async join(
    projectId: string,
    person: Person,
    joining: JoinDetails,
    at: Date,
  ): Promise<{ teammate: Teammate; isNew: boolean } | undefined> {
    return this.#db.transaction(async () => {
      if (!(await this.#projects.lockTeam(projectId))) return undefined;

      const known = await this.#lockByUser(projectId, person.id);
      if (known && isActive(known)) return { teammate: known, isNew: false };
      if (known)
        return { teammate: await this.#store(known, rejoin(known, joining, person, joining.origin, at)), isNew: true };

      const { origin, ...membership } = joining;
      const teammate = newTeammate({ id: newId(at), projectId, ...membership }, person, at);
      return { teammate: await this.insert(teammate, origin), isNew: true };
    });
  }

  /** Stores a new teammate; the caller holds the team lock. */
  async insert(teammate: Teammate, origin: JoinOrigin): Promise<Teammate> {
    const { id, projectId, idUser } = teammate;
    if (idUser === undefined) throw new TypeError('a teammate is a person');
    await this.#removeVisitor(projectId, idUser, teammate.createdAt);
    await this.#db.prisma.teammate.createMany({ data: [toNewRow(teammate)] });
    await this.#db.prisma.membership.createMany({ data: [{ idUser, idProject: projectId, idTeammate: id }] });
    await this.#projects.incrementDirectoryVersion(projectId);
    await this.#announce(teammate, [joined(teammate, origin)]);
    return teammate;
  }

  /** Removes an end user that was created under the id of the new teammate: within a project an id stands for one person. */
  async #removeVisitor(projectId: string, uuidUser: string, at: Date): Promise<void> {
    const visitor = await this.#one('m.uuid_user = $2 AND NOT m.trashed', projectId, uuidUser, 'FOR UPDATE OF m');
    if (visitor) await this.#removeReferences(await this.#store(visitor, leave(visitor, false, at)), false);
  }

  /**
   * Locks the project's team until the transaction ends and stores what `decide` returns for one record.
   * @throws teammateErrors.teammate_not_found
   */
  async update(
    projectId: string,
    id: string,
    decide: (current: Teammate, otherOwners: number) => MembershipChange | Promise<MembershipChange>,
  ): Promise<Teammate> {
    return this.#db.transaction(async () => {
      const lives = await this.#projects.lockTeam(projectId);
      const current = lives
        ? await this.#one('m.id = $2 AND NOT m.trashed', projectId, id, 'FOR UPDATE OF m')
        : undefined;
      if (!current) throw teammateErrors.teammate_not_found();
      return this.#store(current, await decide(current, await this.#countOtherOwners(current)));
    });
  }

  /**
   * As `update`, for a record that may be removed.
   * @throws teammateErrors.teammate_not_found also for a deleted person
   */
  async restore(projectId: string, id: string, decide: (current: Teammate) => MembershipChange): Promise<Teammate> {
    return this.#db.transaction(async () => {
      const lives = await this.#projects.lockTeam(projectId);
      const condition = 'm.id = $2 AND u.status IS DISTINCT FROM 0';
      const current = lives ? await this.#one(condition, projectId, id, 'FOR UPDATE OF m') : undefined;
      if (!current) throw teammateErrors.teammate_not_found();
      return this.#store(current, decide(current));
    });
  }

  /** As `update`, for a removal: leaves all groups, revokes a visitor's tokens and a teammate's machine tokens. `hard` also erases the row. */
  async remove(
    projectId: string,
    id: string,
    hard: boolean,
    decide: (current: Teammate, otherOwners: number) => MembershipChange,
  ): Promise<Teammate> {
    return this.#db.transaction(async () => {
      const removed = await this.update(projectId, id, decide);
      await this.#removeReferences(removed, hard);
      return removed;
    });
  }

  /** Stores and announces what a custom role allows now with everyone who has it, within the transaction that changes it under the team lock. */
  async followRole({ id, projectId }: Role, at: Date): Promise<void> {
    const rows = await this.#db.prisma.teammate.findMany({
      where: { idProject: projectId, roleId: id },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    for (const row of rows) {
      const current = await this.#one('m.id = $2', projectId, row.id, 'FOR UPDATE OF m');
      if (current) await this.#store(current, followRole(current, at));
    }
  }

  /** Sets `last_login_at` of all memberships of a user. Publishes no event: no consumer needs one per sign-in. */
  async signedIn(userId: string, at: Date): Promise<void> {
    await this.#db.query(
      `UPDATE teammates m SET last_login_at = $2, updated_at = $2, version = version + 1
       FROM memberships l
       WHERE l.id_user = $1 AND m.id_project = l.id_project AND m.id = l.id_teammate AND m.status = 'active'`,
      [userId, at],
    );
  }

  /** Announces a person's new name in each of their projects, within the transaction that renames them. */
  async renamed(user: User, before: User): Promise<void> {
    if (user.firstname === before.firstname && user.lastname === before.lastname) return;
    await this.#everywhere(user, (current) => rename(current, personOf(user), before, user.updatedAt));
  }

  /** The same for a photo. @param before the address of the former one */
  async pictured(user: User, before: string | undefined, at: Date): Promise<void> {
    await this.#everywhere(user, (current) => picture(current, personOf(user), before, at));
  }

  async #everywhere(user: User, decide: (current: Teammate) => MembershipChange): Promise<void> {
    for (const projectId of await this.#projectsOf(user.id)) {
      if (!(await this.#projects.lockTeam(projectId))) continue;
      const current = await this.#lockByUser(projectId, user.id);
      if (current && !current.trashed) await this.#store(current, decide(current));
    }
  }

  /**
   * Removes a person who is being deleted from all their projects. Projects without another active owner end too.
   */
  async removeMembershipsOf(user: User): Promise<void> {
    for (const projectId of await this.#projectsOf(user.id)) {
      if (!(await this.#projects.lockWhole(projectId))) continue;
      const current = await this.#lockByUser(projectId, user.id);
      if (!current || current.trashed) continue;

      const isLastOwner = isActiveOwner(current) && (await this.#countOtherOwners(current)) === 0;
      const removed = await this.#store(current, leave(current, false, user.updatedAt));
      await this.#removeReferences(removed, false);
      if (isLastOwner) await this.#endProject(projectId, user.updatedAt);
    }
  }

  /** Of any living project. */
  async isOnlyOwner(userId: string): Promise<boolean> {
    const rows = await this.#db.query(
      `SELECT 1 FROM memberships l
         JOIN teammates m ON m.id_project = l.id_project AND m.id = l.id_teammate
         JOIN projects p ON p.id_project = l.id_project AND p.status = $2
       WHERE l.id_user = $1 AND m.role = 'owner' AND m.status = 'active' AND NOT m.trashed
         AND NOT EXISTS (SELECT FROM teammates o JOIN users u ON u.id = o.id_user AND u.status = 100
           WHERE o.id_project = m.id_project AND o.id <> m.id
             AND o.role = 'owner' AND o.status = 'active' AND NOT o.trashed)
       LIMIT 1`,
      [userId, ProjectStatus.live],
    );
    return rows.length > 0;
  }

  async #endProject(projectId: string, at: Date): Promise<void> {
    await this.#projects.update(projectId, (project) => endProject(project, at));
    await this.#tokens.revokeOfProject(projectId, 'all', 'deleted');
  }

  /** Projects with a record of the person, removed ones included, in lock order. */
  async #projectsOf(idUser: string): Promise<string[]> {
    const rows = await this.#db.prisma.membership.findMany({ where: { idUser }, orderBy: { idProject: 'asc' } });
    return rows.map(({ idProject }) => idProject);
  }

  async #countOtherOwners(teammate: Teammate): Promise<number> {
    if (!isActiveOwner(teammate)) return 0;
    const [row] = await this.#db.query<{ owners: number }>(
      `SELECT count(*) AS owners FROM teammates m JOIN users u ON u.id = m.id_user AND u.status = 100
       WHERE m.id_project = $1 AND m.id <> $2 AND m.role = 'owner' AND m.status = 'active' AND NOT m.trashed`,
      [teammate.projectId, teammate.id],
    );
    return row?.owners ?? 0;
  }

  async #removeReferences(removed: Teammate, hard: boolean): Promise<void> {
    const { projectId, id, idUser, uuidUser } = removed;
    if (idUser !== undefined) {
      await this.#groups.removeMember(projectId, idUser, removed.updatedAt);
      await this.#apiTokens.revokeOf(projectId, idUser, removed.updatedAt);
    }
    if (uuidUser !== undefined) {
      for (const kind of ['guest', 'external'] as const) {
        await this.#tokens.revokeAll({ kind, principalId: uuidUser, projectId, reason: 'removed' });
      }
    }
    if (!hard) return;
    await this.#db.prisma.teammate.deleteMany({ where: { idProject: projectId, id } });
    if (idUser !== undefined) await this.#db.prisma.membership.deleteMany({ where: { idUser, idProject: projectId } });
  }

  async #store(current: Teammate, { next, events }: MembershipChange): Promise<Teammate> {
    if (next === current) return current;
    const where = { idProject: next.projectId, id: next.id };
    await this.#db.prisma.teammate.updateMany({ where, data: toRow(next) });
    await this.#projects.incrementDirectoryVersion(next.projectId);
    await this.#announce(next, events);
    return next;
  }

  #announce(teammate: Teammate, events: MembershipChange['events']): Promise<void> {
    const { projectId, id, version } = teammate;
    return announce(this.#db, { noun: 'teammate', projectId, id, version }, events);
  }

  // A sign-in changes the row without the team lock, so the row is locked as well.
  #lockByUser(projectId: string, idUser: string): Promise<Teammate | undefined> {
    return this.#one('m.id_user = $2', projectId, idUser, 'FOR UPDATE OF m');
  }

  async #one(
    condition: string,
    projectId: string,
    key: string,
    lock: '' | 'FOR UPDATE OF m' = '',
  ): Promise<Teammate | undefined> {
    const text = `${selectTeammates} WHERE m.id_project = $1 AND ${condition} ${lock}`;
    const [row] = await this.#db.query<TeammateRow>({ name: `tm ${condition} ${lock}`, text }, [projectId, key]);
    return row && toTeammate(row);
  }
}

/** The part of a person that teammates see. */
export function personOf(user: User): Person {
  const { id, email, firstname, lastname, description, publicEmail, publicWebsite, avatar } = user;
  const provisioned = user.provisionedBy !== undefined;
  return { id, email, firstname, lastname, description, publicEmail, publicWebsite, avatar, provisioned };
}
