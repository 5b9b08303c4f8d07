import type { Database } from '@parley/service-kit/database';
import { type Redaction, redactEvents, redactTexts } from '@parley/service-kit/outbox';

import { messageColumns } from '../request-state/message.columns.ts';
import type { Message } from '../request-state/message.ts';

/** Takes words out of messages and out of the copies that this service holds. */
export class RedactionRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The message, and the time. Its request is locked. */
  async find(
    projectId: string,
    requestId: string,
    messageId: string,
  ): Promise<{ before: Message; at: Date } | undefined> {
    const [row] = await this.#db.query<Message & { at: Date }>(findMessage, [projectId, requestId, messageId]);
    if (!row) return undefined;
    const { at, ...before } = row;
    return { before, at };
  }

  /** Stores the message, and drops the words of the request from the search, which indexes them once more. */
  async store(message: Message): Promise<Message> {
    const { projectId, request, seq, id, text, type, metadata, attributes, redacted } = message;
    const json = [metadata, attributes, redacted].map((value) => value && JSON.stringify(value));
    const [stored] = await this.#db.query<Message>(storeMessage, [projectId, request, seq, text, type, ...json]);
    await this.#db.query(dropWords, [projectId, request]);
    await this.#db.query(dropDeliveries, [projectId, id]);
    await this.#db.query(forgetMention, [projectId, request, id]);
    return stored ?? message;
  }

  /** Takes the words out of events, and out of stored answers. */
  async redactCopies(redaction: Redaction): Promise<void> {
    const { projectId, message, request } = redaction;
    await redactEvents(this.#db, redaction);
    const values = [projectId, [message._id, request.request_id].map((id) => JSON.stringify(id))];
    await redactTexts(this.#db, { find: answersWith, store: storeAnswer, values }, redaction);
    await redactTexts(
      this.#db,
      { find: callsAbout, store: storeCall, values: [projectId, request.request_id] },
      redaction,
    );
  }
}

const findMessage = {
  name: 'redaction_message',
  text: `select ${messageColumns}, clock_timestamp() as at from message m join request r on r.id_project = m.id_project and r.id = m.request
    where m.id_project = $1 and r.request_id = $2 and m.id = $3 for update of m`,
};

const storeMessage = {
  name: 'redact_message',
  text: `update message m set text = $4, type = $5, metadata = $6::json, attributes = $7::json, redacted = $8::json,
      version = m.version + 1, updated_at = statement_timestamp()
    where m.id_project = $1 and m.request = $2 and m.seq = $3 returning ${messageColumns}`,
};

const dropWords = {
  name: 'redact_words',
  text: `with earlier as (delete from request_search where id_project = $1 and request = $2)
    delete from request_words where id_project = $1 and request = $2`,
};

/** What an external engine has not taken yet; dead letters as well. */
const dropDeliveries = {
  name: 'redact_deliveries',
  text: 'delete from engine_delivery where id_project = $1 and message_id = $2',
};

/** A mention repeats the beginning of the message. */
const forgetMention = {
  name: 'redact_history',
  text: `update request_history set action_obj = (action_obj::jsonb - 'text')::json
    where id_project = $1 and request = $2 and event = 'request.mentioned' and action_obj->>'message_id' = $3`,
};

/** Kept for their Idempotency-Key, with the request as it was. */
const answersWith = {
  name: 'redaction_answers',
  text: `select ctid::text as key, answer as text from idempotency i where id_project = $1 and answer ~ '^[{[]'
    and exists (select from unnest($2::text[]) known (id) where position(known.id in i.answer) > 0)`,
};
const storeAnswer = {
  name: 'redact_answer',
  text: 'update idempotency set answer = $3 where id_project = $1 and ctid = $2::tid',
};

const callsAbout = {
  name: 'redaction_calls',
  text: 'select key, answer::text as text from answered_call where id_project = $1 and request_id = $2',
};
const storeCall = {
  name: 'redact_call',
  text: 'update answered_call set answer = $3::json where id_project = $1 and key = $2',
};
