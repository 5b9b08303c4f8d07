import { type Actor, messageErrors, messagesWithoutLimit, requestErrors } from '@parley/contracts';
import type { Database } from '@parley/service-kit';

import { binder } from '../request/binder.ts';
import { largestSeq, readSeqCursor, writeSeqCursor } from '../request/seq-cursor.ts';
import { isEndUser, viewerOf, visibleSql } from '../request/visibility.ts';
import { messageColumns } from './message.columns.ts';
import type { Message } from './message.ts';
import { endUserAudiences, readerOf } from './message.view.ts';

/** Which part of a talk; without `after` and `before` it begins at the end that `direction` starts from. */
export interface Stretch {
  limit?: number;
  /** `seq` greater than this. */
  after?: number;
  /** `seq` smaller than this. */
  before?: number;
  /** -1: newest first. */
  direction?: number;
  cursor?: string;
}

export interface MessagePage {
  messages: Message[];
  /** Cursor of what follows, if there is more. */
  next?: string;
}

const mostMessages = 200;

/** Reads of messages, each one trip that judges the right to the request as well. */
export class MessageQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In the order asked for. @throws request_not_found, cursor_invalid */
  async list(actor: Actor, projectId: string, requestId: string, stretch: Stretch): Promise<MessagePage> {
    const limit = stretch.limit === undefined ? messagesWithoutLimit : Math.min(stretch.limit, mostMessages);
    const rows = await this.#read(actor, projectId, requestId, stretch, limit + 1);
    if (rows.length === 0) throw requestErrors.request_not_found();

    // A request without messages is one row without a message.
    const messages = rows.filter((row) => row.seq !== null).slice(0, limit);
    const last = rows.length > limit ? messages.at(-1) : undefined;
    return { messages, ...(last && { next: writeSeqCursor(last.seq, stretch.direction !== -1) }) };
  }

  /** The language of a request, whoever asks; `undefined`: there is no such request. */
  async languageOf(projectId: string, requestId: string): Promise<{ language: string | null } | undefined> {
    const text = 'select language from request where id_project = $1 and request_id = $2';
    const [row] = await this.#db.query<{ language: string | null }>({ name: 'request_language', text }, [
      projectId,
      requestId,
    ]);
    return row;
  }

  #read(actor: Actor, projectId: string, requestId: string, stretch: Stretch, limit: number): Promise<Message[]> {
    const up = stretch.direction !== -1;
    const { after, before } = bounds(stretch, up);
    const values: unknown[] = [projectId, requestId, after, before, limit];
    const viewer = viewerOf(actor);
    const text = `select ${messageColumns}
      from request r left join lateral (select * from message m
        where m.id_project = $1 and m.request = r.id and m.seq > $3 and m.seq < $4 ${audienceSql(actor)}
        order by m.seq ${up ? 'asc' : 'desc'} limit $5) m on true
      where r.id_project = $1 and r.request_id = $2 and ${visibleSql(viewer, '$1', binder(values))}
      order by m.seq ${up ? 'asc' : 'desc'}`;

    const name = `list_messages_${viewer.sees}_${readerOf(actor)}_${up ? 'up' : 'down'}`;
    return this.#db.query<Message>({ name, text }, values);
  }

  /** @throws request_not_found, message_not_found */
  async get(actor: Actor, projectId: string, requestId: string, messageId: string): Promise<Message> {
    const values: unknown[] = [projectId, requestId, messageId];
    const viewer = viewerOf(actor);
    const text = `select ${messageColumns} from request r
      left join message m on m.id_project = $1 and m.id = $3 and m.request = r.id ${audienceSql(actor)}
      where r.id_project = $1 and r.request_id = $2 and ${visibleSql(viewer, '$1', binder(values))}`;

    const name = `get_message_${viewer.sees}_${readerOf(actor)}`;
    const [row] = await this.#db.query<Message>({ name, text }, values);
    if (!row) throw requestErrors.request_not_found();
    if (row.seq === null) throw messageErrors.message_not_found();
    return row;
  }
}

/** The `seq`s between which a stretch lies, its cursor included. */
function bounds({ after = 0, before = largestSeq, cursor }: Stretch, up: boolean): { after: number; before: number } {
  const from = cursor === undefined ? undefined : readSeqCursor(cursor, up);
  return {
    after: Math.min(Math.max(after, up ? (from ?? 0) : 0), largestSeq),
    before: Math.min(before, up ? largestSeq : (from ?? largestSeq)),
  };
}

/** What an end user's channel may show; the classes are spelt out, so that the text stays one statement. */
function audienceSql(actor: Actor): string {
  if (!isEndUser(actor)) return '';
  return `and m.audience in (${endUserAudiences.map((audience) => `'${audience}'`).join(', ')})`;
}
