import type { EventEnvelope, messageRedacted } from '@parley/contracts';
import type { z } from 'zod';

import type { Database } from '../database/database.ts';

type Redacted = Pick<z.output<(typeof messageRedacted)['schema']>, 'message' | 'request'>;

/** A message as it is after words were taken out of it, and its request. */
export interface Redaction {
  projectId: string;
  message: Redacted['message'];
  request: Pick<Redacted['request'], '_id' | 'request_id' | 'first_text' | 'attributes'>;
}

/** What the event of a redaction says. */
export function redactionOf({ idproject, data }: EventEnvelope<Redacted>): Redaction {
  return { projectId: idproject, message: data.message, request: data.request };
}

/**
 * A copy of records in which the message is as it is now: by the ids that it names, since nothing may carry the words themselves. Returns the same
 * value where it is not in it.
 */
export function redactIn<T>(value: T, redaction: Redaction): T {
  if (Array.isArray(value)) {
    const changed = value.map((item) => redactIn(item, redaction));
    return changed.some((item, index) => item !== value[index]) ? (changed as T) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const own = value as Record<string, unknown>;
  const next: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(own)) next[name] = redactIn(member, redaction);
  Object.assign(next, ownChange(own, redaction));
  for (const [name, member] of Object.entries(next)) if (member === undefined) delete next[name];
  const names = Object.keys(own);
  const isSame = names.length === Object.keys(next).length && names.every((name) => own[name] === next[name]);
  return isSame ? value : (next as T);
}

/** What changes about an object itself: `undefined` members go. */
function ownChange(own: Record<string, unknown>, { message, request }: Redaction): Record<string, unknown> {
  if (own._id === message._id && 'text' in own) return contentOf(own, message);
  if (own.message_id === message._id && typeof own.text === 'string') return { text: '' };
  const isRequest = own._id === request._id || own.request_id === request.request_id;
  if (isRequest && 'first_text' in own) return ofRequest(own, message.seq, request);
  // `patch` of an update names no record: its event is about this request.
  const { patch } = own;
  if (typeof patch === 'object' && patch !== null && 'first_text' in patch)
    return { patch: { ...patch, ...ofRequest(patch as Record<string, unknown>, message.seq, request) } };
  return {};
}

/** Members that are the same stay the same object: a copy that is as it should be is not written again. */
function contentOf(own: Record<string, unknown>, { text, type, metadata, attributes }: Redaction['message']) {
  const now = { text, type, metadata, attributes: attributes ?? {} };
  const members = Object.entries(now).filter(([name]) => name in own);
  return Object.fromEntries(members.filter(([name, member]) => JSON.stringify(member) !== JSON.stringify(own[name])));
}

/** Only the first message gives a request words of its own. */
function ofRequest(own: Record<string, unknown>, seq: number, { first_text, attributes }: Redaction['request']) {
  if (seq !== 1) return {};
  const now = { first_text, ...('attributes' in own && attributes && { attributes }) };
  return Object.fromEntries(
    Object.entries(now).filter(([name, member]) => JSON.stringify(member) !== JSON.stringify(own[name])),
  );
}

/** Takes the words out of events and dead letters about the request. @returns how many held them */
export async function redactEvents(db: Database, redaction: Redaction): Promise<number> {
  const { projectId, request } = redaction;
  return (
    (await redactTexts(db, { find: eventsAbout, store: storeEvent, values: [projectId, request._id] }, redaction)) +
    (await redactTexts(db, { find: deadAbout, store: storeDead, values: [projectId, request._id] }, redaction))
  );
}

/** Copies kept as text: `find` selects `key` and `text`, `store` takes the project, `key` and the new text. */
export interface StoredTexts {
  find: { name: string; text: string };
  store: { name: string; text: string };
  values: unknown[];
}

/** @returns how many held the words */
export async function redactTexts(
  db: Database,
  { find, store, values }: StoredTexts,
  redaction: Redaction,
): Promise<number> {
  let count = 0;
  for (const { key, text } of await db.query<{ key: string; text: string }>(find, values)) {
    const parsed: unknown = JSON.parse(text);
    const redacted = redactIn(parsed, redaction);
    if (redacted === parsed) continue;
    await db.query(store, [redaction.projectId, key, JSON.stringify(redacted)]);
    count += 1;
  }
  return count;
}

const eventsAbout = {
  name: 'outbox_of_record',
  text: `select seq::text as key, event as text from outbox where id_project = $1 and partition_key = $2 order by seq`,
};
const storeEvent = {
  name: 'outbox_redact',
  text: 'update outbox set event = $3 where id_project = $1 and seq = $2::bigint',
};
const deadAbout = {
  name: 'dead_letter_of_record',
  text: `select ctid::text as key, event as text from dead_letter
    where id_project = $1 and event::jsonb->>'partitionkey' = $2`,
};
const storeDead = {
  name: 'dead_letter_redact',
  text: 'update dead_letter set event = $3 where id_project = $1 and ctid = $2::tid',
};
