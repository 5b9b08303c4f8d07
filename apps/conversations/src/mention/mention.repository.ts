import type { Database } from '@parley/service-kit/database';

import type { Message } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { type Mention, mentionedOthers } from './mentions.ts';

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
    const people = mentionedOthers(mention).map(({ id }) => id);
    await this.#db.query(keepMentions, [request.projectId, request.id, people, message?.seq ?? null]);
  }
}

const isOfOthers = (mention: Mention): boolean => mentionedOthers(mention).length > 0;

/** `$1` project, `$2` `_id` of the request, `$3` user ids, `$4` seq of the message; `null`: a note. */
const keepMentions = {
  name: 'keep_mentions',
  text: `insert into request_reader as p (id_project, request, principal, mentioned_at, mentioned_seq, mentioned_note)
    select $1, $2, one.id, now(), $4::int, $4::int is null from unnest($3::text[]) one (id) order by one.id
    on conflict (id_project, request, principal) do update set mentioned_at = excluded.mentioned_at,
      mentioned_seq = greatest(p.mentioned_seq, excluded.mentioned_seq),
      mentioned_note = p.mentioned_note or excluded.mentioned_note`,
};
