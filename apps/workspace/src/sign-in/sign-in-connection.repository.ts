import { commonErrors, type DomainEvent, oidcErrors } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';
import type { Secrets } from '@parley/service-kit/security';

import type { Prisma, PrismaClient, SignInConnection as Row } from '../generated/prisma/client.ts';
import type { Connection } from '../oidc/connection.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { ProjectStatus } from '../project/project.ts';
import {
  bypassed,
  created,
  readReference,
  referenceOf,
  type SignInConnection,
  type SignInConnectionChange,
} from './sign-in-connection.ts';

const maxConnections = 5;

interface Dependencies {
  secrets: Secrets;
  projects: ProjectRepository;
  publicUrl: string;
}

/** The only writer of `sign_in_connections`. Changes hold the team lock. */
export class SignInConnectionRepository {
  readonly #db: Database<PrismaClient>;
  readonly #secrets: Secrets;
  readonly #projects: ProjectRepository;
  readonly #publicUrl: string;

  constructor(db: Database<PrismaClient>, { secrets, projects, publicUrl }: Dependencies) {
    this.#db = db;
    this.#secrets = secrets;
    this.#projects = projects;
    this.#publicUrl = publicUrl;
  }

  async list(projectId: string): Promise<SignInConnection[]> {
    const where = { idProject: projectId };
    const rows = await this.#db.prisma.signInConnection.findMany({ where, orderBy: { id: 'asc' } });
    return rows.map(toConnection);
  }

  async find(projectId: string, id: string): Promise<SignInConnection | undefined> {
    const row = await this.#db.prisma.signInConnection.findFirst({ where: { idProject: projectId, id } });
    return row ? toConnection(row) : undefined;
  }

  /** The connection of a reference, as sign-ins use it; nothing once its project is deleted. */
  async usable(reference: string): Promise<Connection | undefined> {
    const { projectId, id } = readReference(reference) ?? {};
    if (projectId === undefined || id === undefined) return undefined;
    const row = await this.#db.prisma.signInConnection.findFirst({ where: { idProject: projectId, id } });
    if (!row) return undefined;
    const project = await this.#db.prisma.project.findFirst({
      where: { idProject: projectId, status: ProjectStatus.live },
      select: { idProject: true },
    });
    if (!project) return undefined;
    const domains = await this.#db.prisma.signInDomain.findMany({
      where: { idProject: projectId, provedAt: { not: null } },
      select: { domain: true },
      take: 20,
    });
    return toUsable(toConnection(row), {
      secret: this.#secrets.open(row.sealedSecret, id),
      domains: domains.map(({ domain }) => domain),
    });
  }

  /** The connections of the living project that has proved a domain. */
  async ofDomain(domain: string): Promise<SignInConnection[]> {
    const rows = await this.#db.query<{ id_project: string }>(
      {
        name: 'project-of-domain',
        text: `SELECT d.id_project FROM sign_in_domains d JOIN projects p ON p.id_project = d.id_project AND p.status = 100
               WHERE d.domain = $1 AND d.proved_at IS NOT NULL`,
      },
      [domain],
    );
    const [owner] = rows;
    return owner ? this.list(owner.id_project) : [];
  }

  /** The enforced connections that a person has to use: those of the project with their domain, if they are of its team. */
  async enforcedFor(userId: string, domain: string): Promise<SignInConnection[]> {
    const [found] = await this.#db.query<{ id_project: string }>(
      {
        name: 'enforced-sign-in',
        text: `SELECT d.id_project FROM sign_in_domains d
                 JOIN projects p ON p.id_project = d.id_project AND p.status = 100
                 JOIN teammates m ON m.id_project = d.id_project AND m.id_user = $1 AND NOT m.trashed
               WHERE d.domain = $2 AND d.proved_at IS NOT NULL
                 AND EXISTS (SELECT 1 FROM sign_in_connections c WHERE c.id_project = d.id_project AND c.enforced)`,
      },
      [userId, domain],
    );
    return found ? (await this.list(found.id_project)).filter(({ enforced }) => enforced) : [];
  }

  /** @throws commonErrors.limit_reached, not_a_member */
  async insert(connection: SignInConnection, secret: string): Promise<SignInConnection> {
    const { projectId: idProject, id, issuer, createdBy, createdAt } = connection;
    return this.#db.transaction(async () => {
      if (!(await this.#projects.lockTeam(idProject))) throw commonErrors.not_a_member();
      if ((await this.#db.prisma.signInConnection.count({ where: { idProject } })) >= maxConnections)
        throw commonErrors.limit_reached({ limit: maxConnections });
      const sealedSecret = this.#secrets.seal(secret, id);
      const data = { ...toRow(connection), idProject, id, issuer, createdBy, createdAt, sealedSecret };
      await this.#db.prisma.signInConnection.createMany({ data: [data] });
      await this.#announce(connection, [created(connection, this.#publicUrl)]);
      return connection;
    });
  }

  /**
   * Holds the team lock and stores what `decide` returns.
   * @throws oidcErrors.connection_not_found
   */
  async update(
    projectId: string,
    id: string,
    secret: string | undefined,
    decide: (current: SignInConnection) => SignInConnectionChange | Promise<SignInConnectionChange>,
  ): Promise<SignInConnection> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(projectId, id);
      const { next, events } = await decide(current);
      if (next === current) return current;
      const sealedSecret = secret === undefined ? undefined : this.#secrets.seal(secret, id);
      const data = { ...toRow(next), sealedSecret };
      await this.#db.prisma.signInConnection.updateMany({ where: { idProject: projectId, id }, data });
      await this.#announce(next, events);
      return next;
    });
  }

  /** @throws oidcErrors.connection_not_found */
  async remove(
    projectId: string,
    id: string,
    decide: (current: SignInConnection) => SignInConnectionChange,
  ): Promise<SignInConnection> {
    return this.#db.transaction(async () => {
      const { next, events } = decide(await this.#lock(projectId, id));
      await this.#db.prisma.signInConnection.deleteMany({ where: { idProject: projectId, id } });
      await this.#announce(next, events);
      return next;
    });
  }

  /** Tells that an owner signed in beside an enforced connection, within the transaction of the sign-in. */
  async noteBypass(connection: SignInConnection, idUser: string): Promise<void> {
    await this.#announce(connection, [bypassed(connection, idUser, this.#publicUrl)]);
  }

  async #lock(projectId: string, id: string): Promise<SignInConnection> {
    const current = (await this.#projects.lockTeam(projectId)) ? await this.find(projectId, id) : undefined;
    if (!current) throw oidcErrors.connection_not_found();
    checkIfMatch(current.version);
    return current;
  }

  #announce({ projectId, id, version }: SignInConnection, events: DomainEvent[]): Promise<void> {
    return announce(this.#db, { noun: 'sign_in_connection', projectId, id, version }, events);
  }
}

function toUsable(
  connection: SignInConnection,
  { secret, domains }: { secret: string; domains: string[] },
): Connection {
  const { projectId, version, roleClaim, roleMap, groupClaim, groupMap } = connection;
  return {
    id: referenceOf(connection),
    name: connection.name,
    issuer: new URL(connection.issuer),
    client_id: connection.clientId,
    client_secret: secret,
    scopes: connection.scopes,
    provision: connection.provision,
    domains,
    email_verified_claim: connection.emailVerifiedClaim,
    project: { projectId, version, roleClaim, roleMap, groupClaim, groupMap },
  };
}

/** Safe casts: only this repository writes these columns, from closed lists. */
function toConnection({ idProject, sealedSecret: _, roleClaim, groupClaim, ...row }: Row): SignInConnection {
  return {
    ...row,
    projectId: idProject,
    provision: row.provision as SignInConnection['provision'],
    roleClaim: roleClaim ?? undefined,
    groupClaim: groupClaim ?? undefined,
    roleMap: row.roleMap as unknown as SignInConnection['roleMap'],
    groupMap: row.groupMap as unknown as SignInConnection['groupMap'],
  };
}

/** The columns that a change may write. */
function toRow(connection: SignInConnection) {
  const { name, clientId, scopes, provision, emailVerifiedClaim, enforced, breakGlass, updatedAt, version } =
    connection;
  return {
    ...{ name, clientId, scopes, provision, emailVerifiedClaim, enforced, breakGlass, updatedAt, version },
    roleClaim: connection.roleClaim ?? null,
    groupClaim: connection.groupClaim ?? null,
    roleMap: connection.roleMap as unknown as Prisma.InputJsonArray,
    groupMap: connection.groupMap as unknown as Prisma.InputJsonArray,
  };
}
