import { type Actor, messageErrors, messagesWithoutLimit, requestErrors } from '@parley/contracts';
import { binder, type Database } from '@parley/service-kit/database';
import { isEndUser } from '../access/actor.ts';
import { endUserAudiences, readerOf } from '../access/message.view.ts';
import { viewerOf, visibleSql } from '../access/visibility.ts';
import { messageColumns } from '../request-state/message.columns.ts';
import type { Message } from '../request-state/message.ts';
import { largestSeq, readSeqCursor, writeSeqCursor } from '../request-store/seq-cursor.ts';

/** A range of a request's messages; without `after` and `before` it starts at the end that `direction` names. */
export interface SeqRange {
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
  /** Changes with every change of a message in the page; `undefined` without messages. */
  stamp: string | undefined;
  /** Cursor of the next page, if there is one. */
  next?: string;
}

const maxMessages = 200;

/** Reads messages; each query also checks the right to see the request. */
export class MessageQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In the requested order. @throws request_not_found, cursor_invalid */
  async list(actor: Actor, projectId: string, requestId: string, range: SeqRange): Promise<MessagePage> {
    const limit = limitOf(range);
    const rows = await this.#read<Message>('list', actor, projectId, requestId, range);
    if (rows.length === 0) throw requestErrors.request_not_found();

    // A request without messages is one row without a message.
    const found = rows.filter((row) => row.seq !== null);
    const messages = found.slice(0, limit);
    const last = found.length > limit ? messages.at(-1) : undefined;
    const next = last && writeSeqCursor(last.seq, range.direction !== -1);
    return { messages, stamp: stampOf(found), ...(next && { next }) };
  }

  /** The stamp of a page, to validate a cached one; `undefined`: no such request for this caller. */
  async getStamp(actor: Actor, projectId: string, requestId: string, range: SeqRange): Promise<string | undefined> {
    const [row] = await this.#read<{ stamp: string }>('stamp', actor, projectId, requestId, range);
    return row?.stamp;
  }

  /** The language of a request, without a check of rights; `undefined`: no such request. */
  async languageOf(projectId: string, requestId: string): Promise<{ language: string | null } | undefined> {
    const text = 'select language from request where id_project = $1 and request_id = $2';
    const [row] = await this.#db.query<{ language: string | null }>({ name: 'request_language', text }, [
      projectId,
      requestId,
    ]);
    return row;
  }

  /** The page, and one more message to detect a next page. */
  #read<Row extends object>(
    what: keyof typeof reads,
    actor: Actor,
    projectId: string,
    requestId: string,
    range: SeqRange,
  ): Promise<Row[]> {
    const up = range.direction !== -1;
    const order = `order by m.seq ${up ? 'asc' : 'desc'}`;
    const { after, before } = bounds(range, up);
    const values: unknown[] = [projectId, requestId, after, before, limitOf(range) + 1];
    const viewer = viewerOf(actor);
    const { columns, end } = reads[what];
    const text = `select ${columns}
      from request r left join lateral (select * from message m
        where m.id_project = $1 and m.request = r.id and m.seq > $3 and m.seq < $4 ${audienceSql(actor)}
        ${order} limit $5) m on true
      where r.id_project = $1 and r.request_id = $2 and ${visibleSql(viewer, '$1', binder(values))}
      ${end(order)}`;

    const name = `${what}_messages_${viewer.sees}_${readerOf(actor)}_${up ? 'up' : 'down'}`;
    return this.#db.query<Row>({ name, text }, values);
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

/**
 * Messages are never removed from a range, and each change raises a version: count, bounds and sum of versions identify the
 * content.
 */
const stampSql = `concat_ws('.', r.id, count(m.seq), min(m.seq), max(m.seq), sum(m.version))`;
const reads = {
  list: { columns: messageColumns, end: (order: string) => order },
  stamp: { columns: `${stampSql} as stamp`, end: () => 'group by r.id' },
};

/** The same value as `stampSql`; `undefined` without messages. */
function stampOf(messages: readonly Message[]): string | undefined {
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) return undefined;
  const versions = messages.reduce((sum, { version }) => sum + version, 0);
  const [low, high] = first.seq < last.seq ? [first.seq, last.seq] : [last.seq, first.seq];
  return [first.request, messages.length, low, high, versions].join('.');
}

function limitOf({ limit }: SeqRange): number {
  return limit === undefined ? messagesWithoutLimit : Math.min(limit, maxMessages);
}

/** The bounds of a range in `seq`, with its cursor applied. */
function bounds({ after = 0, before = largestSeq, cursor }: SeqRange, up: boolean): { after: number; before: number } {
  const from = cursor === undefined ? undefined : readSeqCursor(cursor, up);
  return {
    after: Math.min(Math.max(after, up ? (from ?? 0) : 0), largestSeq),
    before: Math.min(before, up ? largestSeq : (from ?? largestSeq)),
  };
}

/** What an end user's channel may show. The audiences are literals, so that it stays one prepared statement. */
function audienceSql(actor: Actor): string {
  if (!isEndUser(actor)) return '';
  return `and m.audience in (${endUserAudiences.map((audience) => `'${audience}'`).join(', ')})`;
}
