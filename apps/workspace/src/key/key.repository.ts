import { randomBytes } from 'node:crypto';

import { isId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import type { Secrets } from '@parley/service-kit/security';

import type { PrismaClient } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { touch } from '../project/project-change.ts';
import type { TokenRepository } from '../token/token.repository.ts';

/** The secret a customer's server signs tokens with. Never logged; stored encrypted only. */
export interface ProjectSecret {
  /** In the clear, as the customer has it: 43 characters of base64url, whose UTF-8 bytes are the key. */
  secret: string;
  createdAt: Date;
  version: number;
}

/** The only writer of `project_secrets`. */
export class KeyRepository {
  readonly #db: Database<PrismaClient>;
  readonly #secrets: Secrets;
  readonly #projects: ProjectRepository;
  readonly #tokens: TokenRepository;

  constructor(
    db: Database<PrismaClient>,
    dependencies: { secrets: Secrets; projects: ProjectRepository; tokens: TokenRepository },
  ) {
    this.#db = db;
    this.#secrets = dependencies.secrets;
    this.#projects = dependencies.projects;
    this.#tokens = dependencies.tokens;
  }

  /** The secret of a living project, if it has one. */
  async find(projectId: string): Promise<ProjectSecret | undefined> {
    if (!isId(projectId)) return undefined;
    const [row] = await this.#db.query<{ sealed: string; created_at: Date; version: number }>(
      {
        name: 'project-secret',
        text: `SELECT s.sealed, s.created_at, s.version FROM project_secrets s
                 JOIN projects p ON p.id_project = s.id_project AND p.status = 100
               WHERE s.id_project = $1`,
      },
      [projectId],
    );
    if (!row) return undefined;
    return { secret: this.#secrets.open(row.sealed, projectId), createdAt: row.created_at, version: row.version };
  }

  /** Replaces the secret and revokes the tokens issued under the old one. */
  async replace(projectId: string, at: Date): Promise<{ secret: string; createdAt: Date }> {
    const secret = randomBytes(32).toString('base64url');
    await this.#db.transaction(async () => {
      await this.#projects.update(projectId, (project) => touch(project, ['jwtSecret'], at));
      const sealed = this.#secrets.seal(secret, projectId);
      await this.#db.query(
        `INSERT INTO project_secrets AS s (id_project, sealed, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (id_project) DO UPDATE SET sealed = $2, created_at = $3, version = s.version + 1`,
        [projectId, sealed, at],
      );
      await this.#tokens.revokeOfProject(projectId, 'exchanged', 'secret_rotated');
    });
    return { secret, createdAt: at };
  }

  /** Switches custom authentication off. Idempotent. */
  async remove(projectId: string, at: Date): Promise<void> {
    await this.#db.transaction(async () => {
      const { count } = await this.#db.prisma.projectSecret.deleteMany({ where: { idProject: projectId } });
      if (count === 0) return;
      await this.#projects.update(projectId, (project) => touch(project, ['jwtSecret'], at));
      await this.#tokens.revokeOfProject(projectId, 'exchanged', 'secret_rotated');
    });
  }

  /**
   * Locks the secret as it was read until the transaction ends, so that no token outlives a replaced secret.
   * @returns false when it was replaced or removed meanwhile
   */
  async lockCurrent(projectId: string, { version, createdAt }: ProjectSecret): Promise<boolean> {
    const rows = await this.#db.query(
      'SELECT 1 FROM project_secrets WHERE id_project = $1 AND version = $2 AND created_at = $3 FOR SHARE',
      [projectId, version, createdAt],
    );
    return rows.length > 0;
  }
}
