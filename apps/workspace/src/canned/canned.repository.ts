import { cannedErrors, commonErrors, type DomainEvent, type PageQuery } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';
import { askedWords, queryOf } from '@parley/service-kit/search';

import type { CannedResponse as CannedRow, Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { type Canned, type CannedChange, created } from './canned.ts';

type SortField = 'createdAt' | 'updatedAt' | 'title';

const list: SortedList<SortField> = {
  name: 'canned',
  columns: {
    createdAt: { sql: 'created_at', type: 'timestamptz' },
    updatedAt: { sql: 'updated_at', type: 'timestamptz' },
    title: { sql: 'title', type: 'text' },
  },
  id: 'id',
  defaultField: 'createdAt',
};

const select = `SELECT id_project AS "idProject", id, title, text, shared, status, attributes, created_by AS "createdBy",
  created_at AS "createdAt", updated_at AS "updatedAt", version`;

/** The only writer of `canned_responses`. */
export class CannedRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository) {
    this.#db = db;
    this.#projects = projects;
  }

  /** Of any author, deleted or not. */
  async find(projectId: string, id: string): Promise<Canned | undefined> {
    const row = await this.#db.prisma.cannedResponse.findFirst({ where: { idProject: projectId, id } });
    return row ? toCanned(row) : undefined;
  }

  /** Live ones of any author, by id; without ids all of them. */
  async live(projectId: string, ids?: readonly string[]): Promise<Canned[]> {
    const where = { idProject: projectId, status: 100, ...(ids && { id: { in: [...ids] } }) };
    const rows = await this.#db.prisma.cannedResponse.findMany({ where, orderBy: { id: 'asc' } });
    return rows.map(toCanned);
  }

  /**
   * Those visible to the reader: shared ones and their own.
   * @param contains text in the title or body, case-insensitive, or beginnings of words in them
   */
  async list(
    projectId: string,
    reader: string,
    contains: string | undefined,
    query: PageQuery<SortField>,
  ): Promise<{ found: Canned[]; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId, reader];
    const bind = binder(values);
    const place = contains ? `lower(${bind(contains)})` : '';
    // What a project has is little, and written by hand: it is read without an index.
    const matching = contains
      ? `(position(${place} in lower(title)) > 0 OR position(${place} in lower(text)) > 0
          OR words @@ ${bind(queryOf(askedWords(contains, 'all')))}::tsquery)`
      : 'true';
    // Each is read in index order, without scanning other authors' private ones.
    const queries = ['shared', 'NOT shared AND created_by = $2'].map(
      (visible) =>
        `SELECT * FROM canned_responses WHERE id_project = $1 AND status = 100 AND ${visible} AND ${matching}`,
    );
    const rows = await this.#db.query<CannedRow & Placed>(
      `${select}, ${page.columns} FROM ${page.merged(queries, bind)} visible ORDER BY ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: found, next } = page.cut(rows);
    return { found: found.map(toCanned), next };
  }

  async insert(canned: Canned): Promise<void> {
    await this.#db.transaction(async () => {
      if (!(await this.#projects.lockAlive(canned.projectId))) throw commonErrors.not_a_member();
      const { id, projectId: idProject, createdBy, createdAt } = canned;
      await this.#db.prisma.cannedResponse.createMany({
        data: [{ ...toRow(canned), id, idProject, createdBy, createdAt }],
      });
      await this.#announce(canned, [created(canned)]);
    });
  }

  /**
   * Locks a canned response until the transaction ends and stores what `decide` returns.
   * @throws cannedErrors.canned_not_found
   */
  async update(projectId: string, id: string, decide: (current: Canned) => CannedChange): Promise<Canned> {
    return this.#db.transaction(async () => {
      const text = `${select} FROM canned_responses WHERE id_project = $1 AND id = $2 FOR UPDATE`;
      const [row] = await this.#db.query<CannedRow>({ name: 'canned-lock', text }, [projectId, id]);
      if (!row) throw cannedErrors.canned_not_found();

      const current = toCanned(row);
      const { next, events } = decide(current);
      checkIfMatch(current.version);
      if (next === current) return current;
      await this.#db.prisma.cannedResponse.updateMany({ where: { idProject: projectId, id }, data: toRow(next) });
      await this.#announce(next, events);
      return next;
    });
  }

  #announce(canned: Canned, events: DomainEvent[]): Promise<void> {
    const { projectId, id, version } = canned;
    return announce(this.#db, { noun: 'canned', projectId, id, version }, events);
  }
}

function toCanned({ idProject, attributes, ...row }: CannedRow): Canned {
  return { ...row, projectId: idProject, attributes: attributes as Canned['attributes'] };
}

function toRow({ title, text, shared, status, attributes, updatedAt, version }: Canned) {
  return { title, text, shared, status, attributes: attributes as Prisma.InputJsonObject, updatedAt, version };
}
