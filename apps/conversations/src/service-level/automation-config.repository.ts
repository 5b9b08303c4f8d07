import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';

import type { SegmentCopies } from '../condition/segment-copies.repository.ts';
import type { Calendars } from '../hours/calendars.repository.ts';
import { HoursLines, type HoursVersion, type StoredHours } from '../hours/hours-line.ts';
import type { AutomationConfig } from './automation-config.ts';
import { enqueueJudgement } from './judgement.ts';
import { type PolicyRow, policyOf } from './policy.ts';

const cacheSize = 1_000;
/** Versions of hours that a project keeps; clocks that began before count by the oldest of them. */
const keptVersions = 50;

/** Policies and hours of projects, by version. */
export class AutomationConfigs {
  readonly #db: Database;
  readonly #calendars: Calendars;
  readonly #segments: SegmentCopies;
  readonly #recent = new LRUCache<string, AutomationConfig>({ max: cacheSize });

  constructor(db: Database, calendars: Calendars, segments: SegmentCopies) {
    this.#db = db;
    this.#calendars = calendars;
    this.#segments = segments;
  }

  /** @param version as it was just read; the answer may be of a later one */
  async get(projectId: string, version: number): Promise<AutomationConfig> {
    const known = this.#recent.get(projectId);
    if (known && known.version >= version) return known;
    const [row] = await this.#db.query<ConfigRow>(loadConfig, [projectId]);
    if (!row) throw new Error('A project has lost its policies.');
    const policies = row.policies.map((record) => policyOf(record));
    const hours = new HoursLines(row.hours.map(({ since, hours }) => ({ since: Number(since), hours })));
    const segments = await this.#segments.askedBy(projectId, policies);
    const surroundings = { isOpen: (at: number) => hours.of('project').isOpen(at), segments };
    const config = { version: row.version, policies, hours, surroundings };
    // What the caller's own transaction has not committed must not be remembered.
    if (!this.#db.inTransaction()) this.#recent.set(projectId, config);
    return config;
  }

  /** @returns the newest one with the database's time; `null` for a project without policies */
  async present(projectId: string): Promise<{ config: AutomationConfig; now: Date } | null> {
    const [row] = await this.#db.query<{ version: number; now: Date }>(configVersion, [projectId]);
    return row ? { config: await this.get(projectId, row.version), now: row.now } : null;
  }

  /** Call with every change of a policy, in its transaction. @returns the new version */
  async advance(projectId: string): Promise<number> {
    const [row] = await this.#db.query<{ version: number }>(advanceConfig, [projectId]);
    if (!row) throw new Error('A version was not stored.');
    if (row.version === 1) await this.#keepHours(projectId, row.version, 0);
    return row.version;
  }

  /** Call when hours or holidays may have changed: stores those of a project that has policies; its due times are then computed again. */
  async followHours(projectId: string): Promise<void> {
    const [config] = await this.#db.query(lockConfig, [projectId]);
    if (!config) return;
    const [newest] = await this.#db.query<{ hours: StoredHours }>(newestHours, [projectId]);
    const hours = await this.#calendars.hours(projectId);
    if (isDeepStrictEqual(newest?.hours, hours)) return;
    const version = await this.advance(projectId);
    await this.#keepHours(projectId, version);
    await this.#db.query(dropHours, [projectId]);
    await enqueueJudgement(this.#db, projectId, version, { why: 'hours', version });
  }

  /** Call when a segment has changed: policies that ask for segments judge by it from the next change of a request on. */
  async followSegments(projectId: string): Promise<void> {
    await this.#db.query(advanceForSegments, [projectId]);
  }

  async #keepHours(projectId: string, version: number, since?: number): Promise<void> {
    const hours = JSON.stringify(await this.#calendars.hours(projectId));
    await this.#db.query(keepHours, [projectId, version, since === undefined ? null : new Date(since), hours]);
  }
}

interface ConfigRow {
  version: number;
  policies: PolicyRow[];
  hours: { since: string; hours: HoursVersion['hours'] }[];
}

const loadConfig = {
  name: 'automation_config',
  text: `select a.version,
      (select coalesce(json_agg(json_build_object('id', p.id, 'version', p.version, 'position', p.position, 'record', p.record) order by p.position, p.id), '[]')
        from sla_policy p where p.id_project = a.id_project) as policies,
      (select coalesce(json_agg(json_build_object('since', extract(epoch from v.since) * 1000, 'hours', v.hours) order by v.version), '[]')
        from hours_version v where v.id_project = a.id_project) as hours
    from automation_config a where a.id_project = $1`,
};

const advanceConfig = {
  name: 'automation_config_advance',
  text: `insert into automation_config as a (id_project, version) values ($1, 1)
    on conflict (id_project) do update set version = a.version + 1 returning version`,
};

const advanceForSegments = {
  name: 'automation_config_advance_for_segments',
  text: `update automation_config a set version = a.version + 1 where a.id_project = $1 and exists (
    select from sla_policy p where p.id_project = $1 and p.record->'filters' @> '[{"field": "segments"}]')`,
};

const configVersion = {
  name: 'automation_config_version',
  text: 'select a.version, clock_timestamp() as now from automation_config a where a.id_project = $1',
};

const lockConfig = {
  name: 'automation_config_lock',
  text: 'select a.version from automation_config a where a.id_project = $1 for update',
};

const newestHours = {
  name: 'hours_newest',
  text: 'select v.hours from hours_version v where v.id_project = $1 order by v.version desc limit 1',
};

const keepHours = {
  name: 'hours_keep',
  text: `insert into hours_version (id_project, version, since, hours) values ($1, $2, coalesce($3, clock_timestamp()), $4)`,
};

const dropHours = {
  name: 'hours_drop',
  text: `delete from hours_version v where v.id_project = $1 and v.version < (
    select o.version from hours_version o where o.id_project = $1 order by o.version desc offset ${keptVersions - 1} limit 1)`,
};
