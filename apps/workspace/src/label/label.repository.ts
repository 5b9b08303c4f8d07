import { commonErrors, type DomainEvent } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { LabelEntry as EntryRow, Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { entryOf, exists, type LabelChange, type LabelEntry, type LabelSet } from './label.ts';

// The version of a missing set: no `If-Match` with a version can match it.
const noVersion = -1;

/** The only writer of `label_sets` and `label_entries`. */
export class LabelRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository) {
    this.#db = db;
    this.#projects = projects;
  }

  /** Undefined when the project has no labels of its own. */
  async find(projectId: string): Promise<LabelSet | undefined> {
    const set = await this.#read(projectId);
    return exists(set) ? set : undefined;
  }

  /** Entries of these languages and the default one; none when the project has no labels of its own. */
  async entriesFor(projectId: string, languages: readonly string[]): Promise<LabelEntry[]> {
    const anyOf = [{ lang: { in: [...languages] } }, { isDefault: true }];
    const rows = await this.#db.prisma.labelEntry.findMany({ where: { idProject: projectId, OR: anyOf } });
    return rows.map(toEntry);
  }

  /**
   * Serialises writes of a project's labels and stores what `decide` returns.
   * @param decide also gets the empty set of a project whose labels were deleted; returns undefined to change nothing
   */
  async change(
    projectId: string,
    decide: (current: LabelSet | undefined) => LabelChange | undefined,
  ): Promise<{ before: LabelSet | undefined; after: LabelSet | undefined }> {
    return this.#db.transaction(async () => {
      if (!(await this.#projects.lockTeam(projectId))) throw commonErrors.not_a_member();

      const before = await this.#read(projectId);
      checkIfMatch(exists(before) ? before.version : noVersion);
      const change = decide(before);
      if (!change) return { before, after: before };

      const { next, events } = change;
      await this.#storeSet(next, before);
      await this.#storeEntries(next, before?.entries ?? []);
      await this.#projects.incrementDirectoryVersion(projectId);
      await this.#announce(next, events);
      return { before, after: next };
    });
  }

  async #read(projectId: string): Promise<LabelSet | undefined> {
    const where = { idProject: projectId };
    const row = await this.#db.prisma.labelSet.findFirst({ where });
    if (!row) return undefined;
    const entries = await this.#db.prisma.labelEntry.findMany({ where, orderBy: { id: 'asc' } });
    const { idProject, attributes, ...set } = row;
    const stored = attributes as LabelSet['attributes'];
    return { ...set, projectId: idProject, attributes: stored, entries: entries.map(toEntry) };
  }

  async #storeSet(next: LabelSet, before: LabelSet | undefined): Promise<void> {
    const { entries, projectId: idProject, attributes, ...row } = next;
    const data = { ...row, attributes: attributes as Prisma.InputJsonObject };
    if (before) await this.#db.prisma.labelSet.updateMany({ where: { idProject }, data });
    else await this.#db.prisma.labelSet.createMany({ data: [{ ...data, idProject }] });
  }

  async #storeEntries(next: LabelSet, before: LabelEntry[]): Promise<void> {
    const idProject = next.projectId;
    const gone = before.filter(({ lang }) => !entryOf(next, lang)).map(({ lang }) => lang);
    if (gone.length > 0) await this.#db.prisma.labelEntry.deleteMany({ where: { idProject, lang: { in: gone } } });

    // Cleared on one entry before it is set on another: a unique index allows one default.
    const known = new Map(before.map((entry) => [entry.lang, entry]));
    for (const entry of next.entries.toSorted((one, other) => Number(one.isDefault) - Number(other.isDefault))) {
      const { lang } = entry;
      const old = known.get(lang);
      if (!old) await this.#db.prisma.labelEntry.createMany({ data: [{ ...toRow(entry), idProject, lang }] });
      else if (old.data !== entry.data || old.category !== entry.category || old.isDefault !== entry.isDefault) {
        await this.#db.prisma.labelEntry.updateMany({ where: { idProject, lang }, data: toRow(entry) });
      }
    }
  }

  #announce(set: LabelSet, events: DomainEvent[]): Promise<void> {
    const { projectId, id, version } = set;
    return announce(this.#db, { noun: 'labels', projectId, id, version }, events);
  }
}

function toEntry({ id, lang, data, category, isDefault }: EntryRow): LabelEntry {
  return { id, lang, data: data as LabelEntry['data'], category: category ?? undefined, isDefault };
}

function toRow({ id, data, category, isDefault }: LabelEntry) {
  return { id, data: data as Prisma.InputJsonObject, category: category ?? null, isDefault };
}
