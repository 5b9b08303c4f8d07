import { LRUCache } from '@parley/service-kit/concurrency';
import type { Database, Statement } from '@parley/service-kit/database';

import { ticksOf } from '../request-state/request.columns.ts';
import type { TeamScope } from './visibility.ts';

interface Known {
  ticks: number | null;
  scope: TeamScope;
}

const cachedScopes = 1_000;

/** Caches the departments, groups and settings that decide who sees what, until the project's copy clock ticks. */
export class TeamScopes {
  readonly #db: Database;
  readonly #recent = new LRUCache<string, Known>({ max: cachedScopes });

  constructor(db: Database) {
    this.#db = db;
  }

  /** As the ambient transaction sees it. */
  async of(projectId: string): Promise<TeamScope> {
    const [now] = await this.#db.query<Pick<Known, 'ticks'>>(clockOf, [projectId]);
    const known = this.#recent.get(projectId);
    if (known && known.ticks === (now?.ticks ?? null)) return known.scope;
    return (await this.#load(projectId)).scope;
  }

  /** When the clock showed `ticks`; `undefined`: it has ticked since. */
  async at(projectId: string, ticks: number | null): Promise<TeamScope | undefined> {
    const recent = this.#recent.get(projectId);
    const known = recent?.ticks === ticks ? recent : await this.#load(projectId);
    return known.ticks === ticks ? known.scope : undefined;
  }

  async #load(projectId: string): Promise<Known> {
    const [row] = await this.#db.query<TeamScope & Pick<Known, 'ticks'>>(scopeOf, [projectId]);
    const { ticks, ...scope } = row ?? { ticks: null, departments: [], groups: [], ownChatsOnly: false };
    // Uncommitted changes must not enter the cache.
    if (!this.#db.inTransaction()) this.#recent.set(projectId, { ticks, scope });
    return { ticks, scope };
  }
}

const clockOf: Statement = { name: 'copy_clock', text: `select ${ticksOf('$1')} as ticks` };

const scopeOf: Statement = {
  name: 'team_scope',
  text: `select ${ticksOf('$1')} as ticks,
      (select coalesce(json_agg(json_build_object('id', c.id, 'default', c.record->'default' = 'true',
        'id_group', c.record->'id_group', 'groups', c.record->'groups')), '[]')
        from copy_department c where c.id_project = $1 and not c.deleted) as departments,
      (select coalesce(json_agg(json_build_object('id', c.id, 'enabled', c.record->'enabled' = 'true',
        'trashed', coalesce(c.record->'trashed', 'false') = 'true', 'members', coalesce(c.record->'members', '[]'))), '[]')
        from copy_group c where c.id_project = $1 and not c.deleted) as groups,
      coalesce((select c.record->'settings'->'current_agent_my_chats_only' = 'true'
        from copy_project c where c.id_project = $1), false) as "ownChatsOnly"`,
};
