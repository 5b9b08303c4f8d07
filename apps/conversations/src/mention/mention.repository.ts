import type { Actor, MentionView, PageQuery } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';

import { viewerOf, visibleSql } from '../access/visibility.ts';
import type { Message } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { isOfOthers, type Mention, maxTextLength, mentionDays, mentionedOthers, notificationText } from './mentions.ts';

/** What a change has stored. */
interface StoredChange {
  request: Pick<SupportRequest, 'projectId' | 'id'>;
  messages: Pick<Message, 'id' | 'seq'>[];
  changed: boolean;
}

/** Notes who is mentioned beside their read positions. */
export class MentionRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores a change and its mentions in one transaction. */
  async with<Stored extends StoredChange | undefined>(
    mentions: readonly Mention[],
    store: () => Promise<Stored>,
  ): Promise<Stored> {
    if (!mentions.some(isOfOthers)) return store();
    return this.#db.transaction(async () => {
      const stored = await store();
      if (stored) await this.keep(stored, mentions);
      return stored;
    });
  }

  /** In the transaction that has stored the change. */
  async keep(stored: StoredChange, mentions: readonly Mention[]): Promise<void> {
    if (!stored.changed) return;
    for (const mention of mentions.filter(isOfOthers)) await this.#keep(stored, mention);
  }

  async #keep({ request, messages }: StoredChange, mention: Mention): Promise<void> {
    const { place } = mention;
    const message = 'message_id' in place ? messages.find(({ id }) => id === place.message_id) : undefined;
    // A message that was stored before has announced its mentions already.
    if ('message_id' in place && !message) return;
    const people = mentionedOthers(mention).map(({ id }) => ({ principal: id, id: newId() }));
    const { projectId, id } = request;
    const record = { by: mention.by, ...place, ...('cause' in place && { text: notificationText(mention) }) };
    const values = [projectId, id, JSON.stringify(people), message?.seq ?? null, JSON.stringify(record)];
    await this.#db.query(keepMentions, values);
  }

  /** Those of the reader, on requests that they see. @throws cursor_invalid */
  async list(
    actor: Actor,
    projectId: string,
    query: MentionQuery,
  ): Promise<{ mentions: MentionView[]; count: number; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId, actor.id];
    const bind = binder(values);
    const visible = visibleSql(viewerOf(actor), '$1', bind);
    const from = `mention m join request r on r.id_project = m.id_project and r.id = m.request
      left join request_reader p on p.id_project = m.id_project and p.request = m.request and p.principal = m.principal`;
    const unread = 'not m.read and (m.seq is null or m.seq > coalesce(p.upto_seq, 0))';
    const wanted = `m.id_project = $1 and m.principal = $2 and m.created_at > now() - interval '${mentionDays} days'
      and ${visible} and ${query.unread === undefined ? 'true' : `(${unread}) = ${query.unread}`}`;
    const counted = [...values];
    const rows = await this.#db.query<MentionRow & Placed>(
      `select m.id, r.request_id as "requestId", r.ticket_id::text as "ticketId", m.record, m.created_at as "createdAt",
        ${unread} as unread, ${placeText} as text, ${page.columns}
       from ${from} where ${wanted} and ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const [all] = await this.#db.query<{ count: number }>(
      `select count(*)::int as count from (select from ${from} where ${wanted} limit ${maxCount}) counted`,
      counted,
    );
    const { rows: found, next } = page.cut(rows);
    return { mentions: found.map(viewMention), count: all?.count ?? 0, ...(next && { next }) };
  }

  async forgetOld(): Promise<void> {
    await this.#db.query(forgetMentions);
  }
}

const list: SortedList<'createdAt'> = {
  name: 'mentions',
  columns: { createdAt: { sql: 'm.created_at', type: 'timestamptz' } },
  id: 'm.id',
  defaultField: 'createdAt',
};

type MentionQuery = PageQuery<'createdAt'> & { unread?: boolean | undefined };

interface MentionRow {
  id: string;
  requestId: string;
  ticketId: string;
  record: Pick<MentionView, 'by' | 'note_id' | 'message_id' | 'text'> & { cause?: MentionView['cause'] };
  createdAt: Date;
  unread: boolean;
  /** Of the note or message, as it is now. */
  text: string | null;
}

function viewMention({ id, requestId, ticketId, record, createdAt, unread, text }: MentionRow): MentionView {
  const cause = record.cause ?? (record.note_id === undefined ? 'message' : 'note');
  return {
    ...{ _id: id, request_id: requestId, ticket_id: ticketId, ...record, cause, unread },
    ...(text !== null && { text }),
    createdAt: createdAt.toISOString(),
  };
}

/** A list says no higher number. */
const maxCount = 10_000;

const placeText = `left(coalesce(
  (select s.text from message s where s.id_project = m.id_project and s.request = m.request and s.seq = m.seq),
  (select n->>'text' from jsonb_array_elements(r.notes) n where n->>'_id' = m.record->>'note_id' limit 1)), ${maxTextLength})`;

const forgetMentions = {
  name: 'forget_mentions',
  text: `delete from mention where (id_project, principal, created_at, id) in (select m.id_project, m.principal, m.created_at, m.id
    from mention m where m.created_at < now() - interval '${mentionDays} days' order by m.created_at limit 5000)`,
};

/**
 * `$1` project, `$2` `_id` of the request, `$3` the people and the ids of their mentions, `$4` seq of the message (`null`: a note),
 * `$5` the rest.
 */
const keepMentions = {
  name: 'keep_mentions',
  text: `with people as (select * from json_to_recordset($3::json) as one (principal text, id text)),
      listed as (insert into mention (id_project, principal, id, request, seq, record, created_at)
        select $1, one.principal, one.id, $2, $4::int, $5::jsonb, clock_timestamp() from people one)
    insert into request_reader as p (id_project, request, principal, mentioned_at, mentioned_seq, mentioned_note)
    select $1, $2, one.principal, now(), $4::int, $4::int is null from people one order by one.principal
    on conflict (id_project, request, principal) do update set mentioned_at = excluded.mentioned_at,
      mentioned_seq = greatest(p.mentioned_seq, excluded.mentioned_seq),
      mentioned_note = p.mentioned_note or excluded.mentioned_note`,
};
