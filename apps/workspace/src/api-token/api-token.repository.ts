import { type Actor, accessErrors, commonErrors, type DomainEvent, type PageQuery } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';
import { countedAddress } from '@parley/service-kit/security';

import type { ApiToken as ApiTokenRow, PrismaClient } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import {
  type ApiToken,
  type ApiTokenChange,
  created,
  isLive,
  principalOf,
  revoke,
  usedFromNewAddress,
} from './api-token.ts';

const maxLive = 100;
/** Secrets of one token that work at the same time: the current one, and former ones in their last day. */
const maxSecrets = 10;
const graceMs = 86_400_000;

const list: SortedList<'createdAt'> = {
  name: 'api_tokens',
  columns: { createdAt: { sql: 'created_at', type: 'timestamptz' } },
  id: 'id',
  defaultField: 'createdAt',
};

/** The newest 50 addresses; no row where the address is among them. */
const noteAddress = {
  name: 'note-api-token-address',
  text: `UPDATE api_tokens SET used_from = used_from[greatest(1, cardinality(used_from) - 48):] || $3::text
         WHERE id_project = $1 AND id = $2 AND NOT $3 = ANY (used_from)
         RETURNING cardinality(used_from) AS addresses`,
};

const select = `SELECT id_project AS "idProject", id, id_user AS "idUser", name, role, rights, allowed_ips AS "allowedIps",
  last_used_at AS "lastUsedAt", last_used_ip AS "lastUsedIp", rotated_at AS "rotatedAt", revoked_at AS "revokedAt",
  expires_at AS "expiresAt", created_by AS "createdBy", created_at AS "createdAt", updated_at AS "updatedAt", version`;

/** The only writer of `api_tokens` and `api_token_secrets`, but for the times of use. */
export class ApiTokenRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository) {
    this.#db = db;
    this.#projects = projects;
  }

  /** @param idUser whose; absent: all */
  async list(
    projectId: string,
    idUser: string | undefined,
    query: PageQuery<'createdAt'>,
  ): Promise<{ tokens: ApiToken[]; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId, idUser ?? null];
    const bind = binder(values);
    const rows = await this.#db.query<ApiTokenRow & Placed>(
      `${select}, ${page.columns} FROM api_tokens WHERE id_project = $1 AND ($2::bpchar IS NULL OR id_user = $2) AND ${page.after(bind)}
       ORDER BY ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: found, next } = page.cut(rows);
    return { tokens: found.map(toApiToken), next };
  }

  /** @throws commonErrors.limit_reached; commonErrors.not_a_member when its maker has just left the team */
  async insert(token: ApiToken, secretHash: Uint8Array<ArrayBuffer>): Promise<ApiToken> {
    const { projectId: idProject, id, createdBy, createdAt } = token;
    return this.#db.transaction(async () => {
      // The lock of removals: a token is made before one, which revokes it, or not at all.
      if (!(await this.#projects.lockTeam(idProject)) || !(await this.#isTeammate(token)))
        throw commonErrors.not_a_member();
      if ((await this.#listLive(idProject, createdAt)).length >= maxLive)
        throw commonErrors.limit_reached({ limit: maxLive });

      await this.#db.prisma.apiToken.createMany({ data: [{ ...toRow(token), idProject, id, createdBy, createdAt }] });
      await this.#addSecret(token, secretHash);
      await this.#announce(token, [created(token)]);
      return token;
    });
  }

  /**
   * Adds a secret to a token; the former ones work for a day more, at most as long as the token.
   * @throws accessErrors.token_not_found; commonErrors.limit_reached
   */
  async rotate(
    projectId: string,
    id: string,
    secretHash: Uint8Array<ArrayBuffer>,
    decide: (current: ApiToken) => ApiTokenChange,
  ): Promise<ApiToken> {
    return this.update(projectId, id, async (current) => {
      const change = decide(current);
      const { updatedAt, expiresAt } = change.next;
      const where = { idProject: projectId, idToken: id };
      const working = await this.#db.prisma.apiTokenSecret.count({ where: { ...where, expiresAt: { gt: updatedAt } } });
      if (working >= maxSecrets) throw commonErrors.limit_reached({ limit: maxSecrets });

      const graceEnd = new Date(Math.min(updatedAt.getTime() + graceMs, expiresAt.getTime()));
      await this.#db.prisma.apiTokenSecret.updateMany({
        where: { ...where, expiresAt: { gt: graceEnd } },
        data: { expiresAt: graceEnd },
      });
      await this.#addSecret(change.next, secretHash);
      return change;
    });
  }

  /**
   * Locks a token until the transaction ends and stores what `decide` returns.
   * @throws accessErrors.token_not_found
   */
  async update(
    projectId: string,
    id: string,
    decide: (current: ApiToken) => ApiTokenChange | Promise<ApiTokenChange>,
  ): Promise<ApiToken> {
    return this.#db.transaction(async () => {
      const text = `${select} FROM api_tokens WHERE id_project = $1 AND id = $2 FOR UPDATE`;
      const [row] = await this.#db.query<ApiTokenRow>({ name: 'api-token-lock', text }, [projectId, id]);
      if (!row) throw accessErrors.token_not_found();
      checkIfMatch(row.version);
      return this.#store(toApiToken(row), await decide(toApiToken(row)));
    });
  }

  /** Revokes every live token of a person in a project, within the ambient transaction that ends their membership. */
  async revokeOf(projectId: string, idUser: string, at: Date): Promise<void> {
    for (const token of await this.#listLive(projectId, at, idUser)) await this.#store(token, revoke(token, at));
  }

  /** Deletes tokens some time after they have ended, and secrets that no longer work. */
  async dropEndedBefore(time: Date): Promise<void> {
    const ended = { OR: [{ expiresAt: { lt: time } }, { revokedAt: { lt: time } }] };
    await this.#db.prisma.apiToken.deleteMany({ where: ended });
    await this.#db.prisma.apiTokenSecret.deleteMany({ where: { expiresAt: { lt: time } } });
  }

  /** Remembers an address that a token is used from; every one after the first is announced. Concurrent uses of one address count once. */
  async noteAddress({ projectId, id }: Pick<ApiToken, 'projectId' | 'id'>, address: string): Promise<void> {
    await this.#db.transaction(async () => {
      const [noted] = await this.#db.query<{ addresses: number }>(noteAddress, [
        projectId,
        id,
        countedAddress(address),
      ]);
      if (noted === undefined || noted.addresses === 1) return;
      const row = await this.#db.prisma.apiToken.findFirstOrThrow({ where: { idProject: projectId, id } });
      const token = toApiToken(row);
      await this.#announce(token, [usedFromNewAddress(token)], principalOf(token));
    });
  }

  async #isTeammate({ projectId, idUser }: ApiToken): Promise<boolean> {
    const where = { idProject: projectId, idUser, status: 'active', trashed: false };
    return (await this.#db.prisma.teammate.findFirst({ where, select: { id: true } })) !== null;
  }

  async #listLive(projectId: string, at: Date, idUser?: string): Promise<ApiToken[]> {
    const where = { idProject: projectId, idUser, revokedAt: null, expiresAt: { gt: at } };
    const rows = await this.#db.prisma.apiToken.findMany({ where, orderBy: { id: 'asc' } });
    return rows.map(toApiToken).filter((token) => isLive(token, at));
  }

  async #addSecret(token: ApiToken, secretHash: Uint8Array<ArrayBuffer>): Promise<void> {
    const { projectId: idProject, id: idToken, expiresAt } = token;
    await this.#db.prisma.apiTokenSecret.createMany({ data: [{ secretHash, idProject, idToken, expiresAt }] });
  }

  async #store(current: ApiToken, { next, events }: ApiTokenChange): Promise<ApiToken> {
    if (next === current) return current;
    const { projectId: idProject, id } = next;
    await this.#db.prisma.apiToken.updateMany({ where: { idProject, id }, data: toRow(next) });
    await this.#announce(next, events);
    return next;
  }

  #announce({ projectId, id, version }: ApiToken, events: DomainEvent[], actor?: Actor): Promise<void> {
    return announce(this.#db, { noun: 'api_token', projectId, id, version, ...(actor && { actor }) }, events);
  }
}

function toApiToken({
  idProject,
  role,
  rights,
  lastUsedAt,
  lastUsedIp,
  rotatedAt,
  revokedAt,
  ...row
}: ApiTokenRow): ApiToken {
  return {
    ...row,
    projectId: idProject,
    // Safe casts: only this repository writes the columns, from closed lists.
    role: role as ApiToken['role'],
    rights: rights as ApiToken['rights'],
    lastUsedAt: lastUsedAt ?? undefined,
    lastUsedIp: lastUsedIp ?? undefined,
    rotatedAt: rotatedAt ?? undefined,
    revokedAt: revokedAt ?? undefined,
  };
}

/** The columns that a change may write. */
function toRow({
  idUser,
  name,
  role,
  rights,
  allowedIps,
  rotatedAt,
  revokedAt,
  expiresAt,
  updatedAt,
  version,
}: ApiToken) {
  return { idUser, name, role, rights, allowedIps, rotatedAt, revokedAt, expiresAt, updatedAt, version };
}
