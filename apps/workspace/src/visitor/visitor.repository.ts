import { type Actor, commonErrors, type DomainEvent, type JoinOrigin, userSignedIn } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { PrismaClient } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { erase, joined, type MembershipChange } from '../teammate/membership.ts';
import { newVisitor, principalIdOf, type Teammate, type VisitorProfile } from '../teammate/teammate.ts';
import {
  selectTeammates,
  type TeammateRow,
  toNewRow,
  toRow,
  toTeammate,
} from '../teammate/teammate-rows.repository.ts';

export interface VisitorInput {
  uuidUser: string;
  role: 'guest' | 'user';
  profile: VisitorProfile;
  attributes?: Record<string, unknown>;
  tags?: Teammate['tags'];
  /** Who creates the record; absent: the visitor. */
  by?: Actor;
  origin: Extract<JoinOrigin, 'anonymous' | 'custom_token' | 'created'>;
}

/**
 * Memberships of visitors, rows of `teammates` with a `uuid_user`. They are many and never candidates of
 * routing: their writes neither take the team lock nor raise the directory version.
 */
export class VisitorRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository) {
    this.#db = db;
    this.#projects = projects;
  }

  /** The profile of a visitor who was not removed. */
  async findProfile(projectId: string, uuidUser: string): Promise<VisitorProfile | undefined> {
    const visitor = await this.find(projectId, uuidUser);
    return visitor?.trashed === false ? visitor.profile : undefined;
  }

  /** A membership, a removed one included. */
  find(projectId: string, uuidUser: string): Promise<Teammate | undefined> {
    return this.#one(projectId, uuidUser, '');
  }

  /**
   * The membership of a visitor, created if there is none; concurrent calls create one.
   * @param onExisting the change to an existing one; default: none
   * @returns undefined when the project is deleted
   */
  async ensure(
    projectId: string,
    visitor: VisitorInput,
    at: Date,
    onExisting?: (current: Teammate) => MembershipChange,
  ): Promise<{ visitor: Teammate; isNew: boolean; before?: Teammate } | undefined> {
    return this.#db.transaction(async () => {
      if (!(await this.#projects.lockAlive(projectId))) return undefined;

      const fresh = newcomer(projectId, visitor, at);
      const { count } = await this.#db.prisma.teammate.createMany({ data: [toNewRow(fresh)], skipDuplicates: true });
      if (count === 1) {
        await this.#announce(fresh, [joined(fresh, visitor.origin)], visitor.by);
        return { visitor: fresh, isNew: true };
      }

      const before = await this.#one(projectId, visitor.uuidUser, onExisting ? 'FOR UPDATE OF m' : '');
      if (!before) throw commonErrors.not_a_member();
      return { visitor: onExisting ? await this.#store(before, onExisting(before)) : before, isNew: false, before };
    });
  }

  /** Announces a sign-in with a new token. */
  async signedIn(visitor: Teammate, via: 'anonymous' | 'custom_token', jti: string): Promise<void> {
    const id = principalIdOf(visitor);
    const event = userSignedIn({ id_user: id, via, jti });
    await announce(this.#db, { noun: 'user', id, version: 0, actor: actorOf(visitor) }, [event]);
  }

  /**
   * Erases a membership within the ambient transaction.
   * @param mayErase called under the lock that also guards writing the visitor's events
   */
  async erase(
    projectId: string,
    uuidUser: string,
    pseudonym: string,
    mayErase: (current: Teammate) => Promise<boolean>,
  ) {
    const current = await this.#one(projectId, uuidUser, 'FOR UPDATE OF m');
    if (!current || !(await mayErase(current))) return false;
    const { next, events } = erase(current, pseudonym, new Date());
    await this.#db.prisma.teammate.deleteMany({ where: { idProject: projectId, id: current.id } });
    await announce(
      this.#db,
      { noun: 'teammate', projectId, id: next.id, version: next.version, actor: 'system' },
      events,
    );
    return true;
  }

  async #store(current: Teammate, { next, events }: MembershipChange): Promise<Teammate> {
    if (next === current) return current;
    const where = { idProject: next.projectId, id: next.id };
    await this.#db.prisma.teammate.updateMany({ where, data: toRow(next) });
    await this.#announce(next, events);
    return next;
  }

  #announce(visitor: Teammate, events: DomainEvent[], actor = actorOf(visitor)): Promise<void> {
    const { projectId, id, version } = visitor;
    return announce(this.#db, { noun: 'teammate', projectId, id, version, actor }, events);
  }

  async #one(projectId: string, uuidUser: string, lock: '' | 'FOR UPDATE OF m'): Promise<Teammate | undefined> {
    const text = `${selectTeammates} WHERE m.id_project = $1 AND m.uuid_user = $2 ${lock}`;
    const [row] = await this.#db.query<TeammateRow>({ name: `visitor ${lock}`, text }, [projectId, uuidUser]);
    return row && toTeammate(row);
  }
}

/** A visitor who signs in is their own actor. */
function actorOf(visitor: Teammate): Actor {
  const kind = visitor.role === 'guest' ? 'guest' : 'external';
  return { kind, id: principalIdOf(visitor), name: visitor.profile.firstname };
}

function newcomer(
  projectId: string,
  { uuidUser, role, profile, attributes = {}, tags = [], by }: VisitorInput,
  at: Date,
): Teammate {
  const membership = { id: newId(at), projectId, role, userAvailable: false, createdBy: by?.id ?? uuidUser };
  return { ...newVisitor(membership, uuidUser, profile, at), attributes, tags };
}
