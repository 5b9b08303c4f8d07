import { createHmac } from 'node:crypto';

import { noProject } from '@parley/contracts';

type Json = unknown;

/** Whether it is the Message-ID of a mail: elsewhere, this member has the id of a message. */
function isMessageId(member: string, value: Json): boolean {
  return member === 'message_id' && !/^[0-9a-f]{24}$/.test(String(value));
}

const anyId = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g;

/** Members with what people wrote: only paths of files are mapped in them. */
const texts: ReadonlySet<string> = new Set([
  ...['text', 'first_text', 'subject', 'note', 'notes', 'description', 'question', 'answer', 'online_msg'],
  ...['offline_msg', 'rating_message', 'fullname', 'title', 'release_note', 'senderFullname', 'recipientFullname'],
]);
/** Hashes are no ids, and neither are ids of other systems. */
const untouched: ReadonlySet<string> = new Set(['sha256', 'thumbnail_sha256', 'known_by', 'external_id']);
/** Also as a part of an address. */
const filePath = /uploads(?:\/|%2F)[\w./%-]+/gi;

/**
 * Gives ids of an archive their counterparts here, wherever a record names them.
 * - without a key: ids stay but for `known`, the people who have an account here
 * - with a key: the first four bytes, which are the time of creation, stay; the others follow from key and id, so that no table is needed
 * Source: contract 90 section 4.3
 */
export class IdMap {
  readonly #key: string | undefined;
  readonly #known = new Map<string, string>();

  constructor(key?: string) {
    this.#key = key;
  }

  /** @param id of a record as it was sent, which stands for one that is here */
  link(id: string, own: string): void {
    this.#known.set(id, own);
  }

  id(id: string): string {
    const own = this.#ownOf(id);
    return this.#known.get(own) ?? own;
  }

  #ownOf(id: string): string {
    if (this.#key === undefined || id === noProject) return id;
    return id.slice(0, 8) + createHmac('sha256', this.#key).update(id).digest('hex').slice(0, 16);
  }

  record(record: Record<string, unknown>): Record<string, unknown> {
    if (this.#key === undefined && this.#known.size === 0) return record;
    return this.#members(record);
  }

  #members(record: object): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(record).map(([member, value]) => {
        if (untouched.has(member) || isMessageId(member, value)) return [member, value];
        return [this.#ids(member), texts.has(member) ? this.#inText(value) : this.#value(value)];
      }),
    );
  }

  #value(value: Json): Json {
    if (typeof value === 'string') return this.#ids(value);
    if (Array.isArray(value)) return value.map((one) => this.#value(one));
    return typeof value === 'object' && value !== null ? this.#members(value) : value;
  }

  #inText(value: Json): Json {
    if (typeof value !== 'string') return this.#value(value);
    return value.replace(filePath, (path) => this.#ids(path));
  }

  #ids(text: string): string {
    return text.replace(anyId, (id) => this.id(id));
  }
}
