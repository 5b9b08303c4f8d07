import type { Database } from '@parley/service-kit/database';

import type { ProjectRules } from './project.ts';

interface ProjectRow {
  privateMedia: boolean;
  visitorTypes: string | null;
  teamTypes: string | null;
  isDeleted: boolean;
}

/** The only writer of `projects`, a read model kept by events. */
export class ProjectRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** `deleted`: the project has ended; undefined: no event of it has arrived yet. */
  async find(projectId: string): Promise<ProjectRules | 'deleted' | undefined> {
    const [row] = await this.#db.query<ProjectRow>(
      {
        name: 'project-find',
        text: `SELECT private_media AS "privateMedia", visitor_types AS "visitorTypes", team_types AS "teamTypes",
          deleted_at IS NOT NULL AS "isDeleted" FROM projects WHERE id_project = $1`,
      },
      [projectId],
    );
    if (!row) return undefined;
    const { privateMedia, visitorTypes, teamTypes, isDeleted } = row;
    return isDeleted
      ? 'deleted'
      : { privateMedia, visitorTypes: visitorTypes ?? undefined, teamTypes: teamTypes ?? undefined };
  }

  /** Stores the rules from an event unless a newer version is stored; rules without a version only if there are none. */
  async keep(projectId: string, rules: ProjectRules, version = -1): Promise<void> {
    const { privateMedia, visitorTypes = null, teamTypes = null } = rules;
    await this.#db.query(keep, [projectId, version, privateMedia, visitorTypes, teamTypes]);
  }

  /** Marks a project as ended, so that none of its files is found. */
  async end(projectId: string, version: number): Promise<void> {
    await this.#db.query(end, [projectId, version]);
  }
}

const keep = {
  name: 'project-keep',
  text: `INSERT INTO projects (id_project, version, private_media, visitor_types, team_types) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (id_project) DO UPDATE SET version = excluded.version, private_media = excluded.private_media,
      visitor_types = excluded.visitor_types, team_types = excluded.team_types
    WHERE projects.version < excluded.version AND projects.deleted_at IS NULL`,
};

const end = {
  name: 'project-end',
  text: `INSERT INTO projects (id_project, version, deleted_at) VALUES ($1, $2, now())
    ON CONFLICT (id_project) DO UPDATE SET version = excluded.version,
      deleted_at = coalesce(projects.deleted_at, excluded.deleted_at)`,
};
