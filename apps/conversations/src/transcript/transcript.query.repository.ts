import { type Actor, requestErrors } from '@parley/contracts';
import { binder, type Database } from '@parley/service-kit/database';
import { isEndUser } from '../access/actor.ts';
import { viewerOf, visibleSql } from '../access/visibility.ts';
import { messageColumns } from '../request-state/message.columns.ts';
import type { Message } from '../request-state/message.ts';

/** A request whose transcript the caller may read. */
export interface TranscriptSource {
  projectId: string;
  /** `_id` of the request. */
  id: string;
  requestId: string;
  ticketId: number;
  /** Only what end users may see, without what is for the team. */
  visibleOnly: boolean;
}

const batchMessages = 500;

/** Reads the messages of a conversation in batches. */
export class TranscriptQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws request_not_found */
  async find(actor: Actor, projectId: string, requestId: string): Promise<TranscriptSource> {
    const values: unknown[] = [projectId, requestId];
    const viewer = viewerOf(actor);
    const text = `${sourceSql} and ${visibleSql(viewer, '$1', binder(values))}`;
    return this.#one({ name: `find_talk_${viewer.sees}`, text }, values, isEndUser(actor));
  }

  /** Public access by id, unless the project has disabled it. @throws request_not_found */
  async findPublic(projectId: string, requestId: string): Promise<TranscriptSource> {
    const text = `${sourceSql} and not exists (select from copy_project p where p.id_project = $1
      and (p.deleted or p.record->'settings'->'public_transcripts' = 'false'))`;
    return this.#one({ name: 'find_public_talk', text }, [projectId, requestId], true);
  }

  async #one(
    statement: { name: string; text: string },
    values: unknown[],
    visibleOnly: boolean,
  ): Promise<TranscriptSource> {
    const [row] = await this.#db.query<Omit<TranscriptSource, 'visibleOnly'>>(statement, values);
    if (!row) throw requestErrors.request_not_found();
    return { ...row, visibleOnly };
  }

  /** In the order in which they were sent. */
  async *messages({ projectId, id, visibleOnly }: TranscriptSource): AsyncGenerator<Message[]> {
    const text = `select ${messageColumns} from message m where m.id_project = $1 and m.request = $2 and m.seq > $3
      ${visibleOnly ? `and m.audience = 'all'` : ''} order by m.seq limit ${batchMessages}`;
    const statement = { name: `read_talk_${visibleOnly ? 'visible' : 'all'}`, text };
    let after = 0;
    for (;;) {
      const messages = await this.#db.query<Message>(statement, [projectId, id, after]);
      yield messages;
      after = messages.at(-1)?.seq ?? 0;
      if (messages.length < batchMessages) return;
    }
  }
}

const sourceSql = `select r.id_project as "projectId", r.id, r.request_id as "requestId", r.ticket_id as "ticketId"
  from request r where r.id_project = $1 and r.request_id = $2`;
