import { basename, resolve } from 'node:path';

import { Refused } from '../config.ts';
import { Helpdesk, mapFound, type Teammate } from '../origin/helpdesk.ts';
import type { Lookup, LookupMap } from '../origin/lookup.ts';
import type { Document, Found, Origin } from '../origin/origin.ts';
import { plainText } from '../origin/plain-text.ts';
import { filesOf, jsonRows } from '../origin/read-rows.ts';

type Row = Record<string, unknown>;

export interface ExportOptions {
  owner?: string | undefined;
  /** For what is known of people. */
  lookup: Lookup;
}

const known = ['admins', 'contacts', 'conversations', 'teams', 'tags'];

/**
 * A folder with objects of the API of Intercom: `admins`, `contacts`, `conversations` (retrieved one by one, with their parts), and maybe
 * `teams` and `tags`; one object a line, or a page of the API a line.
 */
export async function openIntercom(folder: string, { owner, lookup }: ExportOptions): Promise<Origin> {
  const files = await filesOf(folder);
  if (!files.has('admins') || !files.has('conversations'))
    throw new Refused(`${folder} has no admins.json and conversations.json: is it an export of Intercom?`);
  const rows = (name: string) => {
    const file = files.get(name);
    return file === undefined ? none() : jsonRows(file, name === 'contacts' || name === 'tags' ? 'data' : name);
  };
  const source = basename(resolve(folder));
  const { contacts, oldest } = await contactsIn(rows('contacts'), lookup.map('contacts'));
  const desk = new Helpdesk({
    ...{ kind: 'intercom', source, name: source, createdAt: oldest, teammates: await teamIn(rows('admins')), owner },
  });
  const team = (row: Row) => ({ ...desk.base('team', text(row.id)), name: row.name });
  return desk.origin(
    {
      groups: () =>
        mapFound(rows('teams'), (row) => ({
          ...desk.base('group', text(row.id)),
          name: row.name,
          members: list(row.admin_ids).map((admin) => desk.userOf(admin) ?? text(admin)),
        })),
      departments: () => mapFound(rows('teams'), (row) => ({ ...team(row), id_group: desk.id('group', text(row.id)) })),
      tags: () => mapFound(rows('tags'), (row) => ({ ...desk.base('tag', text(row.id)), tag: row.name })),
      leads: () => mapFound(rows('contacts'), (row) => contactOf(desk, row)),
      requests: () => mapFound(rows('conversations'), (row) => conversationOf(desk, row, contacts)),
      messages: () => partsOf(desk, rows('conversations')),
    },
    files,
    [...files.keys()].filter((name) => !known.includes(name)),
  );
}

async function* none(): AsyncGenerator<Found> {}

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const object = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Seconds since 1970, as its API has them, or a text. */
function timeOf(value: unknown): string | undefined {
  const number = Number(value);
  const at = new Date(Number.isFinite(number) && value !== null && value !== '' ? number * 1_000 : text(value));
  return Number.isFinite(at.getTime()) && at.getTime() > 0 ? at.toISOString() : undefined;
}

/** Time of creation of a contact by id, for its derived id. */
async function contactsIn(rows: AsyncGenerator<Found>, contacts: LookupMap) {
  let oldest = new Date().toISOString();
  for await (const { document: row } of rows) {
    const createdAt = timeOf(row?.created_at);
    if (row) contacts.set(text(row.id), createdAt ?? '');
    if (createdAt !== undefined && createdAt < oldest) oldest = createdAt;
  }
  return { contacts, oldest };
}

/** Its API does not say who owns a workspace. */
async function teamIn(rows: AsyncGenerator<Found>): Promise<Teammate[]> {
  const team: Teammate[] = [];
  for await (const { document: row } of rows) {
    if (!row || !text(row.email)) continue;
    const { id, email, name, away_mode_enabled: isAway } = row;
    team.push({ key: text(id), email: text(email), name: text(name), role: 'agent', isAvailable: isAway !== true });
  }
  return team;
}

function contactOf(desk: Helpdesk, row: Row): Document {
  const { id, external_id, name, email, phone, custom_attributes, created_at, updated_at, tags } = row;
  const { city, country, region } = object(row.location);
  return {
    ...desk.base('lead', text(id), timeOf(created_at)),
    ...{ lead_id: text(external_id) || `intercom-${text(id)}`, fullname: name, email: email ?? undefined },
    ...{ phone: phone ?? undefined, city, country, region, updatedAt: timeOf(updated_at) },
    ...{ properties: object(custom_attributes), tags: tagNames(tags) },
    attributes: { _import: { id, ...(row.unsubscribed_from_emails === true && { unsubscribed: true }) } },
  };
}

function tagNames(tags: unknown): string[] {
  const own = object(tags);
  return [...list(own.data), ...list(own.tags)].map((tag) => text(object(tag).name)).filter(Boolean);
}

const channels: Readonly<Record<string, string>> = { conversation: 'chat21', push: 'chat21', '': 'chat21' };

function conversationOf(desk: Helpdesk, row: Row, contacts: LookupMap): Document | string {
  const { id, state, title, admin_assignee_id: admin, team_assignee_id: team, priority } = row;
  const createdAt = timeOf(row.created_at);
  if (!text(id) || createdAt === undefined) return 'a conversation without an id or time';
  const source = object(row.source);
  const [first] = list(object(row.contacts).contacts).map(object);
  const contact = text(first?.id) || text(object(source.author).id);
  const agent = text(admin) && text(admin) !== '0' ? (desk.userOf(admin) ?? text(admin)) : undefined;
  const { rating, remark } = object(row.conversation_rating);
  const statistics = object(row.statistics);
  return {
    ...desk.base('request', text(id), createdAt),
    ...{ request_id: desk.requestId(text(id)), updatedAt: timeOf(row.updated_at) },
    subject: plainText(text(title) || text(source.subject)) || undefined,
    lead: desk.id('lead', contact, contacts.get(contact) || undefined),
    status: state === 'closed' || row.open === false ? 1000 : agent === undefined ? 100 : 200,
    closed_at: timeOf(statistics.last_close_at) ?? timeOf(row.updated_at),
    first_response_at: timeOf(statistics.first_admin_reply_at),
    participants: agent === undefined ? [] : [agent],
    department: text(team) && text(team) !== '0' ? desk.id('team', text(team)) : desk.id('department', 'default'),
    priority: priority === 'priority' ? 'high' : 'normal',
    tags: tagNames(row.tags).map((tag) => ({ tag })),
    channel: { name: channels[text(source.type)] ?? text(source.type) },
    sourcePage: source.url ?? undefined,
    ...{ rating: rating ?? undefined, rating_message: remark ?? undefined },
    attributes: { ...object(row.custom_attributes), _import: { id } },
  };
}

/** What opened a conversation is its source; the rest are its parts. */
async function* partsOf(desk: Helpdesk, conversations: AsyncGenerator<Found>): AsyncGenerator<Found> {
  for await (const { at, document: row } of conversations) {
    if (!row) continue;
    const source = object(row.source);
    const opening = { ...source, id: `source ${text(row.id)}`, created_at: row.created_at, part_type: 'comment' };
    const parts = list(object(row.conversation_parts).conversation_parts).map(object);
    for (const part of [...(text(source.body) ? [opening] : []), ...parts]) yield partOf(desk, at, part, row);
  }
}

const written: ReadonlySet<string> = new Set(['comment', 'note', 'open', 'close', 'quick_reply', 'note_and_reopen']);

function partOf(desk: Helpdesk, at: number, part: Row, conversation: Row): Found {
  const createdAt = timeOf(part.created_at);
  const [id, type] = [text(part.id), text(part.part_type)];
  if (!id || createdAt === undefined) return { at, fault: 'a part without an id or time' };
  const { type: authorType, id: authorId, name } = object(part.author);
  const agent = authorType === 'admin' ? desk.userOf(authorId) : undefined;
  const isContact = authorType === 'user' || authorType === 'lead' || authorType === 'contact';
  const body = plainText(text(part.body));
  const [file] = list(part.attachments).map(object);
  const isNote = type.startsWith('note');
  // Assignments and the like say nothing: they are kept as what happened.
  const isEvent = body === '' && !file;
  const document = {
    ...desk.base('message', id, createdAt),
    recipient: desk.requestId(text(conversation.id)),
    sender: agent ?? (isContact ? 'lead' : 'system'),
    senderFullname: agent ? desk.nameOf(authorId) : text(name),
    text: body || (isEvent ? type : text(file?.name)),
    ...(file && { metadata: { src: file.url, name: file.name, type: file.content_type } }),
    attributes: {
      ...(isNote && { subtype: 'private' }),
      ...(!isNote && (isEvent || !written.has(type)) && { subtype: 'info' }),
    },
  };
  return { at, document };
}
