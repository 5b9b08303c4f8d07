import { type Actor, commonErrors, maxMerged, requestErrors } from '@parley/contracts';
import { binder, type Database } from '@parley/service-kit/database';

import { viewerOf, visibleSql } from '../access/visibility.ts';
import { messageColumns } from '../request-state/message.columns.ts';
import type { Message } from '../request-state/message.ts';

type MergedMessage = Message & { requestId: string };

const maxMessages = 200;

/** Reads a request and those that were merged into it, however often, as one conversation; for the team. */
export class MergedMessages {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** By time, oldest first, of the requests that the caller sees. @throws request_not_found, cursor_invalid */
  async list(
    actor: Actor,
    projectId: string,
    requestId: string,
    { limit = maxMessages, cursor }: { limit?: number; cursor?: string },
  ): Promise<{ messages: MergedMessage[]; next?: string }> {
    const most = Math.min(limit, maxMessages);
    const [at, id] = cursor === undefined ? [null, ''] : readCursor(cursor);
    const values: unknown[] = [projectId, requestId, at, id, most + 1];
    const viewer = viewerOf(actor);
    const visible = visibleSql(viewer, '$1', binder(values));
    const text = listText(visible);
    const rows = await this.#db.query<MergedMessage>({ name: `merged_messages_${viewer.sees}`, text }, values);
    if (rows.length === 0) throw requestErrors.request_not_found();
    const found = rows.filter((row) => row.seq !== null);
    const messages = found.slice(0, most);
    const last = found.length > most ? messages.at(-1) : undefined;
    return { messages, ...(last && { next: writeCursor(last) }) };
  }
}

/** A page reads so many messages of each request at most. */
const listText = (visible: string): string => `with recursive part as (
    select r.id, r.request_id, 0 as depth from request r where r.id_project = $1 and r.request_id = $2 and ${visible}
    union all
    select m.id, m.request_id, p.depth + 1 from part p join request m on m.id_project = $1
      and m.merged_into is not null and target_of(m.merged_into) = p.request_id where p.depth < ${maxMerged})
  select ${messageColumns}, r.request_id as "requestId"
  from (select r.id, r.request_id from part p join request r on r.id_project = $1 and r.id = p.id
    where p.depth = 0 or (${visible})) r
  left join lateral (select * from message m where m.id_project = $1 and m.request = r.id
    and ($3::timestamptz is null or (m.created_at, m.id) > ($3::timestamptz, $4))
    order by m.created_at, m.id limit $5) m on true
  order by m.created_at nulls last, m.id limit $5`;

function writeCursor({ createdAt, id }: Message): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

/** @throws cursor_invalid */
function readCursor(cursor: string): [string, string] {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (typeof at === 'string' && typeof id === 'string' && !Number.isNaN(Date.parse(at))) return [at, id];
  } catch {
    // Refused below.
  }
  throw commonErrors.cursor_invalid();
}
