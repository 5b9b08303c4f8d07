import { commonErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

import type { PrismaClient } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { update } from '../teammate/membership.ts';
import { personOf, type TeammateRepository } from '../teammate/teammate.repository.ts';
import type { Teammate, VisitorProfile } from '../teammate/teammate.ts';
import type { TokenRepository } from '../token/token.repository.ts';
import type { UserRepository } from '../user/user.repository.ts';
import { newUser, type User } from '../user/user.ts';

/**
 * Agents provisioned by a project's server. They are separate accounts, found by (project, external id) only: an address
 * among the claims never leads to another person's account.
 */
export class ProvisionedRepository {
  readonly #db: Database<PrismaClient>;
  readonly #users: UserRepository;
  readonly #projects: ProjectRepository;
  readonly #teammates: TeammateRepository;
  readonly #tokens: TokenRepository;

  constructor(
    db: Database<PrismaClient>,
    dependencies: {
      users: UserRepository;
      projects: ProjectRepository;
      teammates: TeammateRepository;
      tokens: TokenRepository;
    },
  ) {
    this.#db = db;
    this.#users = dependencies.users;
    this.#projects = dependencies.projects;
    this.#teammates = dependencies.teammates;
    this.#tokens = dependencies.tokens;
  }

  /** The agent of this external id, created if there is none; an existing membership is unchanged. */
  async ensure(
    projectId: string,
    externalId: string,
    profile: VisitorProfile,
    at: Date,
  ): Promise<{ user: User; teammate: Teammate }> {
    return this.#db.transaction(async () => {
      if (!(await this.#projects.lockTeam(projectId))) throw commonErrors.unauthorized();

      const user = (await this.#find(projectId, externalId)) ?? (await this.#make(projectId, externalId, profile, at));
      const known = await this.#teammates.findByUser(projectId, user.id);
      if (known) return { user, teammate: known };

      const joining = { role: 'agent', userAvailable: true, createdBy: 'system', origin: 'provisioned' } as const;
      const joined = await this.#teammates.join(projectId, personOf(user), joining, at);
      if (!joined) throw commonErrors.unauthorized();
      return { user, teammate: joined.teammate };
    });
  }

  /** Revokes the tokens of provisioned agents and disables their memberships. */
  async switchOff(projectId: string, at: Date): Promise<void> {
    await this.#db.transaction(async () => {
      await this.#tokens.revokeOfProject(projectId, 'provisioned', 'removed');
      const members = await this.#db.query<{ id: string }>(
        `SELECT m.id FROM teammates m JOIN users u ON u.id = m.id_user AND u.provisioned_by = $1
         WHERE m.id_project = $1 AND m.status = 'active' AND NOT m.trashed`,
        [projectId],
      );
      const actor = { kind: 'none', id: 'system', role: 'owner' } as const;
      for (const { id } of members) {
        await this.#teammates.update(projectId, id, (current, otherOwners) =>
          update(current, { status: 'disabled' }, { actor, at, otherOwners, source: 'updateProject' }),
        );
      }
    });
  }

  async #find(projectId: string, externalId: string): Promise<User | undefined> {
    const where = { provisionedBy: projectId, externalId };
    const row = await this.#db.prisma.user.findFirst({ where, select: { id: true } });
    return row ? this.#users.findById(row.id) : undefined;
  }

  async #make(projectId: string, externalId: string, profile: VisitorProfile, at: Date): Promise<User> {
    const { firstname = '', lastname = '', email = '' } = profile;
    const person = { email: email.trim().toLowerCase(), firstname, lastname, emailVerified: false };
    const user = { ...newUser(newId(at), person, at), provisionedBy: projectId, externalId };
    await this.#users.insert(user, undefined, []);
    return user;
  }
}
