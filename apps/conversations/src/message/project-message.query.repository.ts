import { commonErrors } from '@parley/contracts';
import { isId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import type { DirectMessage } from '../direct-message/direct-message.ts';
import { messageColumns } from '../request-state/message.columns.ts';
import type { Message } from '../request-state/message.ts';
import { requestColumns, requestTables } from '../request-state/request.columns.ts';
import { copiesSql, type RequestWithCopies } from '../request-state/request.copies.ts';

/** A message of a request with its `request_id`, or a direct message. */
export type ProjectMessage = (Message & { requestId: string }) | (DirectMessage & { requestId: null });

export interface ProjectMessagePage {
  messages: ProjectMessage[];
  /** Cursor of the next page, if there is one. */
  next?: string;
}

/** Reads all messages of a project, for its owner. */
export class ProjectMessageQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first, by `_id`, which grows with time. @throws cursor_invalid */
  async list(projectId: string, limit: number, cursor: string | undefined): Promise<ProjectMessagePage> {
    if (cursor !== undefined && !isId(cursor)) throw commonErrors.cursor_invalid();
    const values = [projectId, cursor ?? '~', limit + 1];
    const [ofRequests, direct] = await Promise.all([
      this.#db.query<Message & { requestId: string }>(newestOfRequests, values),
      this.#db.query<DirectMessage & { requestId: null }>(newestDirect, values),
    ]);
    const messages = [...ofRequests, ...direct].sort((a, b) => (a.id < b.id ? 1 : -1));
    const page = messages.slice(0, limit);
    const next = messages.length > limit ? page.at(-1)?.id : undefined;
    return { messages: page, ...(next && { next }) };
  }

  /** By `_id`. */
  async requestsOf(projectId: string, ids: readonly string[]): Promise<Map<string, RequestWithCopies>> {
    const rows = await this.#db.query<RequestWithCopies>(requestsByIds, [projectId, ids]);
    return new Map(rows.map((request) => [request.id, request]));
  }
}

const newestOfRequests = {
  name: 'newest_project_messages',
  text: `select ${messageColumns}, r.request_id as "requestId" from (
      select * from message where id_project = $1 and id < $2 order by id desc limit $3) m
    join request r on r.id_project = m.id_project and r.id = m.request order by m.id desc`,
};

const newestDirect = {
  name: 'newest_direct_messages',
  text: `select d.id_project as "projectId", d.id, d.created_at as "createdAt", d.created_by as "createdBy", d.sender,
      d.sender_fullname as "senderFullname", d.recipient, d.recipient_fullname as "recipientFullname", d.text, d.type,
      d.metadata, d.attributes, d.language, d.channel, null as "requestId"
    from direct_message d where d.id_project = $1 and d.id < $2 order by d.id desc limit $3`,
};

const requestsByIds = {
  name: 'requests_by_ids',
  text: `select ${requestColumns}, ${copiesSql()} as copies
    from ${requestTables}
    where r.id_project = $1 and r.id = any($2)`,
};
