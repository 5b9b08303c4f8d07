import { commonErrors, type DomainEvent, type PageQuery, tagErrors } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import {
  binder,
  type Database,
  isUniqueViolation,
  type Placed,
  pageOf,
  type SortedList,
} from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { Prisma, PrismaClient, Tag as TagRow } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { created, type Tag, type TagChange } from './tag.ts';

type SortField = 'createdAt' | 'updatedAt' | 'tag';

const list: SortedList<SortField> = {
  name: 'tags',
  columns: {
    createdAt: { sql: 'created_at', type: 'timestamptz' },
    updatedAt: { sql: 'updated_at', type: 'timestamptz' },
    tag: { sql: 'tag', type: 'text' },
  },
  id: 'id',
  defaultField: 'createdAt',
};

const select = `SELECT id_project AS "idProject", id, tag, color, attributes, created_by AS "createdBy",
  created_at AS "createdAt", updated_at AS "updatedAt", version`;

/** The only writer of `tags`. */
export class TagRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository) {
    this.#db = db;
    this.#projects = projects;
  }

  async find(projectId: string, id: string): Promise<Tag | undefined> {
    const row = await this.#db.prisma.tag.findFirst({ where: { idProject: projectId, id } });
    return row ? toTag(row) : undefined;
  }

  async list(projectId: string, query: PageQuery<SortField>): Promise<{ tags: Tag[]; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const rows = await this.#db.query<TagRow & Placed>(
      `${select}, ${page.columns} FROM tags WHERE id_project = $1 AND ${page.after(bind)}
       ORDER BY ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: found, next } = page.cut(rows);
    return { tags: found.map(toTag), next };
  }

  /** Stores a new tag. @returns the existing tag, unchanged, if the name is taken */
  async insert(tag: Tag): Promise<Tag> {
    return this.#db.transaction(async () => {
      if (!(await this.#projects.lockAlive(tag.projectId))) throw commonErrors.not_a_member();

      const { id, projectId: idProject, createdBy, createdAt } = tag;
      const data = [{ ...toRow(tag), id, idProject, createdBy, createdAt }];
      const { count } = await this.#db.prisma.tag.createMany({ data, skipDuplicates: true });
      if (count === 0) return this.#holderOf(tag);

      await this.#announce(tag, [created(tag)]);
      return tag;
    });
  }

  /**
   * Locks a tag until the transaction ends and stores what `decide` returns.
   * @throws tagErrors.tag_not_found, tag_exists
   */
  async update(projectId: string, id: string, decide: (current: Tag) => TagChange): Promise<Tag> {
    let wanted: Tag | undefined;
    try {
      return await this.#db.transaction(async () => {
        const current = await this.#lock(projectId, id);
        const { next, events } = decide(current);
        wanted = next;
        if (next === current) return current;
        await this.#db.prisma.tag.updateMany({ where: { idProject: projectId, id }, data: toRow(next) });
        await this.#announce(next, events);
        return next;
      });
    } catch (error) {
      if (!isUniqueViolation(error) || !wanted) throw error;
      throw tagErrors.tag_exists({ conflict: (await this.#named(projectId, wanted.tag))?.id }, error);
    }
  }

  /** @throws tagErrors.tag_not_found */
  async remove(projectId: string, id: string, decide: (current: Tag) => TagChange): Promise<Tag> {
    return this.#db.transaction(async () => {
      const { next, events } = decide(await this.#lock(projectId, id));
      await this.#db.prisma.tag.deleteMany({ where: { idProject: projectId, id } });
      await this.#announce(next, events);
      return next;
    });
  }

  async #lock(projectId: string, id: string): Promise<Tag> {
    const text = `${select} FROM tags WHERE id_project = $1 AND id = $2 FOR UPDATE`;
    const [row] = await this.#db.query<TagRow>({ name: 'tag-lock', text }, [projectId, id]);
    if (!row) throw tagErrors.tag_not_found();
    checkIfMatch(row.version);
    return toTag(row);
  }

  /** The tag that had the name may have been deleted meanwhile; then the name is free. */
  async #holderOf(tag: Tag): Promise<Tag> {
    return (await this.#named(tag.projectId, tag.tag)) ?? this.insert(tag);
  }

  async #named(projectId: string, tag: string): Promise<Tag | undefined> {
    const row = await this.#db.prisma.tag.findFirst({ where: { idProject: projectId, tag } });
    return row ? toTag(row) : undefined;
  }

  #announce(tag: Tag, events: DomainEvent[]): Promise<void> {
    const { projectId, id, version } = tag;
    return announce(this.#db, { noun: 'tag', projectId, id, version, partitionKey: projectId }, events);
  }
}

function toTag({ idProject, color, attributes, ...row }: TagRow): Tag {
  return { ...row, projectId: idProject, color: color ?? undefined, attributes: attributes as Tag['attributes'] };
}

function toRow({ tag, color, attributes, updatedAt, version }: Tag) {
  return { tag, color: color ?? null, attributes: attributes as Prisma.InputJsonObject, updatedAt, version };
}
