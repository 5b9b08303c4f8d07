import type { Database } from '@parley/service-kit/database';
import { type AnswersOf, countAnswersOf, eraseAnswers } from '@parley/service-kit/http';
import { countEventsOf, type EventsOf, eraseEvents } from '@parley/service-kit/outbox';

import { type FileRow, fileColumns, toFile } from '../file/file.columns.ts';
import type { StoredFile } from '../file/file.ts';

/** The person a lead stands for. */
export interface Subject {
  projectId: string;
  /** Their identifier as a visitor. */
  leadId: string;
  /** `_id`s of their requests. */
  requests: readonly string[];
  /** Later uploads under the same identifier belong to a returning visitor; null: no end. */
  until: Date | null;
}

const uploadedBySubject = `(f.uploader_kind IN ('guest', 'external') AND f.uploader_project = $1 AND f.uploader_id = $2
  AND ($5::timestamptz IS NULL OR f.created_at <= $5))`;
const inRequestsOfSubject = `EXISTS (SELECT FROM file_references r
  WHERE r.id_project = $1 AND r.id_file = f.id AND r.request = any($3))`;
const inOtherRequests = `EXISTS (SELECT FROM file_references r
  WHERE r.id_project = $1 AND r.id_file = f.id AND NOT (r.request = any($3)))`;

/** Finds and erases the files of one person, and events about them. */
export class SubjectRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Files to export: uploaded by the person, or sent in their requests; in batches, after this one. */
  async related(subject: Subject, after: string): Promise<StoredFile[]> {
    return this.#list(`(${uploadedBySubject} OR ${inRequestsOfSubject}) AND f.id > $4`, subject, after);
  }

  /** Files to erase: uploaded by the person, or referred to by their requests only; in batches. */
  async own(subject: Subject): Promise<StoredFile[]> {
    const only = `(${inRequestsOfSubject} AND NOT ${inOtherRequests} AND f.kind IN ('file', 'image'))`;
    return this.#list(`(${uploadedBySubject} OR ${only}) AND f.id > $4`, subject, '');
  }

  /** Erases the person from events about these files and their uploads, and from stored idempotent answers. */
  async eraseTraces(subject: Subject, files: readonly StoredFile[]): Promise<void> {
    await eraseEvents(this.#db, await this.#eventsOf(subject, files));
    await eraseAnswers(this.#db, answersOf(subject));
    await this.#db.query(forgetUsage, [subject.projectId, subject.leadId]);
  }

  async countTraces(subject: Subject): Promise<{ usage: number; events: number; answers: number }> {
    const usage = await this.#db.query(findUsage, [subject.projectId, subject.leadId]);
    return {
      usage: usage.length,
      events: await countEventsOf(this.#db, await this.#eventsOf(subject, [])),
      answers: await countAnswersOf(this.#db, answersOf(subject)),
    };
  }

  async #eventsOf({ projectId, leadId, until }: Subject, files: readonly StoredFile[]): Promise<EventsOf> {
    const rows = await this.#db.query<{ key: string }>(
      `SELECT DISTINCT partition_key AS key FROM outbox WHERE id_project = $1 AND starts_with(type, 'file.')
       AND event::jsonb #>> '{data,file,uploader,id}' = $2
       AND ($3::timestamptz IS NULL OR (event::jsonb #>> '{data,file,createdAt}')::timestamptz <= $3)`,
      [projectId, leadId, until],
    );
    const partitionKeys = [...rows.map(({ key }) => key), ...files.map(({ id }) => id)];
    return { projectId, partitionKeys, principal: leadId, spare: `"filename":"${erasedName}"` };
  }

  async #list(
    condition: string,
    { projectId, leadId, requests, until }: Subject,
    after: string,
  ): Promise<StoredFile[]> {
    const rows = await this.#db.query<FileRow>(
      `SELECT ${fileColumns} FROM files f WHERE f.id_project = $1 AND ${condition} ORDER BY f.id LIMIT 500`,
      [projectId, leadId, [...requests], after, until],
    );
    return rows.map(toFile);
  }
}

/** Usage rows of the person without files. */
const unused = `id_project = $1 AND kind IN ('guest', 'external') AND id = $2 AND files <= 0`;
const forgetUsage = { name: 'usage-forget', text: `DELETE FROM usage WHERE ${unused}` };
const findUsage = { name: 'usage-unused', text: `SELECT FROM usage WHERE ${unused}` };

/** Name and uploader of a file in the event of an erasure. */
const erasedName = 'erased';

/** The file as the event of its erasure shows it: ids only. */
export function anonymous(file: StoredFile): StoredFile {
  const { uploader } = file;
  return {
    ...file,
    ...{ name: erasedName, path: '', thumbnail: undefined, sha256: '' },
    uploader: { ...uploader, id: erasedName },
  };
}

function answersOf({ projectId, leadId }: Subject): AnswersOf {
  return { projectId, principals: [leadId], paths: [], mentions: [JSON.stringify(leadId)] };
}
