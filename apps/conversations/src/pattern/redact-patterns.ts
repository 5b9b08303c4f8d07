import { OwnPattern } from '@parley/contracts';
import { LRUCache } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';
import { TextPattern } from '@parley/service-kit/patterns';

import type { RedactPattern } from './patterns.ts';

/** A pattern that is compiled takes the room of ten projects that have none. */
const [cachedProjects, sizeOfPattern] = [10_000, 10];
/** Another replica may have heard of a change. */
const cachedMs = 60_000;

/** Which patterns a project has taken out of what visitors write, from its copied settings. */
export class RedactPatterns {
  readonly #db: Database;
  readonly #recent = new LRUCache<string, readonly RedactPattern[]>({
    maxSize: cachedProjects,
    sizeCalculation: ({ length }) => 1 + length * sizeOfPattern,
    ttl: cachedMs,
  });

  constructor(db: Database) {
    this.#db = db;
  }

  async of(projectId: string): Promise<readonly RedactPattern[]> {
    const known = this.#recent.get(projectId);
    if (known) return known;
    const [row] = await this.#db.query<{ patterns: unknown }>(patternsOf, [projectId]);
    const patterns = (Array.isArray(row?.patterns) ? row.patterns : []).flatMap(patternOf);
    this.#recent.set(projectId, patterns);
    return patterns;
  }

  forget(projectId: string): void {
    this.#recent.delete(projectId);
  }
}

/** None for what this release does not know: a project of a later one may have it. */
function patternOf(value: unknown): RedactPattern[] {
  if (value === 'card' || value === 'iban') return [value];
  const { data } = OwnPattern.safeParse(value);
  const pattern = data && TextPattern.compile(data.pattern);
  return pattern ? [{ name: data.name, pattern }] : [];
}

const patternsOf = {
  name: 'redact_patterns',
  text: `select c.record->'settings'->'redact_patterns' as patterns from copy_project c where c.id_project = $1`,
};
