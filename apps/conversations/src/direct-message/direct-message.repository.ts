import { type Actor, messageDirected } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import { type DirectMessage, viewDirectMessage } from './direct-message.ts';

/** The only writer of direct messages. */
export class DirectMessages {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @returns the message as stored, with the database's time */
  add(actor: Actor, message: Omit<DirectMessage, 'createdAt'>): Promise<DirectMessage> {
    const { projectId } = message;
    return this.#db.transaction(async () => {
      const [row] = await this.#db.query<{ createdAt: Date }>(insert, [
        ...[projectId, message.id, message.createdBy, message.sender, message.senderFullname],
        ...[message.recipient, message.recipientFullname, message.text, message.type],
        ...[message.metadata && JSON.stringify(message.metadata), JSON.stringify(message.attributes)],
        ...[message.language, message.channel],
      ]);
      const stored = { ...message, createdAt: row?.createdAt ?? new Date() };
      const event = messageDirected({ message: viewDirectMessage(stored) });
      await announce(this.#db, { noun: 'message', projectId, id: message.id, version: 0, actor }, [event]);
      return stored;
    });
  }
}

const insert = {
  name: 'insert_direct_message',
  text: `insert into direct_message (id_project, id, created_at, created_by, sender, sender_fullname, recipient,
      recipient_fullname, text, type, metadata, attributes, language, channel)
    values ($1, $2, clock_timestamp(), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    returning created_at as "createdAt"`,
};
