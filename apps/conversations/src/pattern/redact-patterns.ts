import { LRUCache } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';

import type { RedactPattern } from './patterns.ts';

const cachedProjects = 10_000;
/** Another replica may have heard of a change. */
const cachedMs = 60_000;

/** Which patterns a project has taken out of what visitors write, from its copied settings. */
export class RedactPatterns {
  readonly #db: Database;
  readonly #recent = new LRUCache<string, readonly RedactPattern[]>({ max: cachedProjects, ttl: cachedMs });

  constructor(db: Database) {
    this.#db = db;
  }

  async of(projectId: string): Promise<readonly RedactPattern[]> {
    const known = this.#recent.get(projectId);
    if (known) return known;
    const [row] = await this.#db.query<{ patterns: unknown }>(patternsOf, [projectId]);
    const patterns = (Array.isArray(row?.patterns) ? row.patterns : []).filter(isPattern);
    this.#recent.set(projectId, patterns);
    return patterns;
  }

  forget(projectId: string): void {
    this.#recent.delete(projectId);
  }
}

/** A project of a release that knows more patterns may name others. */
function isPattern(value: unknown): value is RedactPattern {
  return value === 'card' || value === 'iban';
}

const patternsOf = {
  name: 'redact_patterns',
  text: `select c.record->'settings'->'redact_patterns' as patterns from copy_project c where c.id_project = $1`,
};
