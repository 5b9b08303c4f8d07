import { randomBytes } from 'node:crypto';

import { commonErrors, signInErrors } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { PrismaClient, SignInDomain as Row } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { announced, recheckMs, type SignInDomain } from './sign-in-domain.ts';

const maxDomains = 20;
const maxDue = 100;

/** The only writer of `sign_in_domains`. */
export class SignInDomainRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository) {
    this.#db = db;
    this.#projects = projects;
  }

  async list(projectId: string): Promise<SignInDomain[]> {
    const where = { idProject: projectId };
    const rows = await this.#db.prisma.signInDomain.findMany({ where, orderBy: { domain: 'asc' } });
    return rows.map(toDomain);
  }

  async find(projectId: string, domain: string): Promise<SignInDomain | undefined> {
    const row = await this.#db.prisma.signInDomain.findFirst({ where: { idProject: projectId, domain } });
    return row ? toDomain(row) : undefined;
  }

  /** Whether the project speaks for the people of an address. */
  async hasProved(projectId: string, domain: string): Promise<boolean> {
    return (await this.find(projectId, domain))?.provedAt !== undefined;
  }

  async hasAny(projectId: string): Promise<boolean> {
    return (await this.#db.prisma.signInDomain.count({ where: { idProject: projectId, provedAt: { not: null } } })) > 0;
  }

  /** Idempotent. @throws commonErrors.limit_reached, not_a_member; signInErrors.domain_taken */
  async add(projectId: string, domain: string, by: string, at: Date): Promise<SignInDomain> {
    return this.#db.transaction(async () => {
      if (!(await this.#projects.lockTeam(projectId))) throw commonErrors.not_a_member();
      const known = await this.find(projectId, domain);
      if (known) return known;
      await this.#refuseTaken(projectId, domain);
      if ((await this.#db.prisma.signInDomain.count({ where: { idProject: projectId } })) >= maxDomains)
        throw commonErrors.limit_reached({ limit: maxDomains });
      const added = { projectId, domain, token: randomBytes(24).toString('base64url'), createdBy: by, createdAt: at };
      const { projectId: idProject, ...data } = added;
      await this.#db.prisma.signInDomain.createMany({ data: [{ ...data, idProject }] });
      return added;
    });
  }

  /**
   * Holds the team lock and stores what `decide` returns.
   * @throws signInErrors.domain_not_found, domain_taken
   */
  async update(
    projectId: string,
    domain: string,
    decide: (current: SignInDomain) => SignInDomain,
  ): Promise<SignInDomain> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(projectId, domain);
      const next = decide(current);
      if (next.provedAt !== undefined && current.provedAt === undefined) {
        // Of two projects that prove a domain at once, one wins.
        await this.#db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`sign-in domain ${domain}`]);
        await this.#refuseTaken(projectId, domain);
      }
      const { provedAt = null, checkedAt = null, missingSince = null } = next;
      const where = { idProject: projectId, domain };
      await this.#db.prisma.signInDomain.updateMany({ where, data: { provedAt, checkedAt, missingSince } });
      await this.#announce(current, next);
      return next;
    });
  }

  /** @throws signInErrors.domain_not_found */
  async remove(projectId: string, domain: string): Promise<SignInDomain> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(projectId, domain);
      await this.#db.prisma.signInDomain.deleteMany({ where: { idProject: projectId, domain } });
      const next = { ...current, provedAt: undefined };
      await this.#announce(current, next);
      return next;
    });
  }

  /** Proved domains that have to be looked up again. */
  async due(at: Date): Promise<SignInDomain[]> {
    const time = new Date(at.getTime() - recheckMs);
    const rows = await this.#db.prisma.signInDomain.findMany({
      where: { provedAt: { not: null }, checkedAt: { lt: time } },
      orderBy: { checkedAt: 'asc' },
      take: maxDue,
    });
    return rows.map(toDomain);
  }

  async #refuseTaken(projectId: string, domain: string): Promise<void> {
    const where = { domain, provedAt: { not: null }, idProject: { not: projectId } };
    if ((await this.#db.prisma.signInDomain.count({ where })) > 0) throw signInErrors.domain_taken();
  }

  async #lock(projectId: string, domain: string): Promise<SignInDomain> {
    const current = (await this.#projects.lockTeam(projectId)) ? await this.find(projectId, domain) : undefined;
    if (!current) throw signInErrors.domain_not_found();
    return current;
  }

  #announce(before: SignInDomain, after: SignInDomain): Promise<void> {
    const { projectId, domain: id } = after;
    // A domain is proved and lost in turn, never twice at a time.
    return announce(this.#db, { noun: 'sign_in_domain', projectId, id, version: Date.now() }, announced(before, after));
  }
}

function toDomain({ idProject, provedAt, checkedAt, missingSince, ...row }: Row): SignInDomain {
  return {
    ...row,
    projectId: idProject,
    provedAt: provedAt ?? undefined,
    checkedAt: checkedAt ?? undefined,
    missingSince: missingSince ?? undefined,
  };
}
