import { basename, resolve } from 'node:path';

import { Refused } from '../config.ts';
import { Helpdesk, mapFound, type Teammate } from '../origin/helpdesk.ts';
import { list, object, type Row, text } from '../origin/json.ts';
import type { LookupMap } from '../origin/lookup.ts';
import type { Document, Found, Origin } from '../origin/origin.ts';
import { plainText } from '../origin/plain-text.ts';
import { filesOf, jsonRows } from '../origin/read-rows.ts';
import { type Attachment, Attachments } from './attachments.ts';
import { intercomMacro } from './intercom-macros.ts';
import type { ExportOptions } from './zendesk-export.ts';

/** Files that become records, and further ones that hold what contacts have inside. */
const known = [
  ...['admins', 'contacts', 'conversations', 'teams', 'tags', 'macros', 'data_attributes'],
  ...['companies', 'notes', 'segments'],
];
/** Those of which a page of the API has its objects in `data`. */
const inData: ReadonlySet<string> = new Set([
  'contacts',
  'tags',
  'macros',
  'data_attributes',
  'companies',
  'notes',
  'segments',
]);

/**
 * A folder with objects of the API of Intercom: `admins`, `contacts`, `conversations` (retrieved one by one, with their parts), and maybe
 * others; one object a line, or a page of the API a line.
 */
export async function openIntercom(folder: string, { owner, lookup, ...options }: ExportOptions): Promise<Origin> {
  const attachments = new Attachments(options);
  const files = await filesOf(folder);
  if (!files.has('admins') || !files.has('conversations'))
    throw new Refused(`${folder} has no admins.json and conversations.json: is it an export of Intercom?`);
  const rows = (name: string) => {
    const file = files.get(name);
    return file === undefined ? none() : jsonRows(file, inData.has(name) ? 'data' : name);
  };
  const source = basename(resolve(folder));
  const { contacts, oldest } = await contactsIn(rows('contacts'), lookup.map('contacts'));
  const desk = new Helpdesk({
    ...{ kind: 'intercom', source, name: source, createdAt: oldest, teammates: await teamIn(rows('admins')), owner },
  });
  const companies = await namesIn(rows('companies'), lookup.map('companies'));
  const tags = await namesIn(rows('tags'), lookup.map('tags'));
  const notes = await notesIn(rows('notes'), lookup.map('notes'));
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
      macros: () => mapFound(rows('macros'), (row) => intercomMacro(desk, row)),
      properties: () => mapFound(rows('data_attributes'), (row) => propertyOf(desk, row)),
      // Its API does not say who is in one.
      segments: () =>
        mapFound(rows('segments'), (row) => ({
          ...{ ...desk.base('segment', text(row.id)), name: row.name },
          lost: [`conditions of ${text(row.name)}`],
        })),
      leads: () => mapFound(rows('contacts'), (row) => contactOf(desk, row, { companies, tags, notes })),
      requests: () => mapFound(rows('conversations'), (row) => conversationOf(desk, row, contacts)),
      messages: () => mapParts(rows('conversations'), (part, row) => [partOf(desk, part, row, attachments)]),
      ...(attachments.files && {
        attachments: () =>
          mapParts(rows('conversations'), (part) =>
            attachments.rowsOf(desk, attachmentsIn(part), timeOf(part.created_at)),
          ),
      }),
    },
    files,
    [...files.keys()].filter((name) => !known.includes(name)),
    attachments.files,
  );
}

async function* none(): AsyncGenerator<Found> {}

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

async function namesIn(rows: AsyncGenerator<Found>, names: LookupMap): Promise<LookupMap> {
  for await (const { document } of rows) if (document) names.set(text(document.id), text(document.name));
  return names;
}

/** Of a contact, one after the other. */
async function notesIn(rows: AsyncGenerator<Found>, notes: LookupMap): Promise<LookupMap> {
  for await (const { document: row } of rows) {
    const contact = text(object(row?.contact).id);
    const body = plainText(text(row?.body));
    if (contact && body) notes.set(contact, [notes.get(contact), body].filter(Boolean).join('\n\n'));
  }
  return notes;
}

interface Known {
  companies: LookupMap;
  tags: LookupMap;
  notes: LookupMap;
}

function contactOf(desk: Helpdesk, row: Row, known: Known): Document {
  const { id, external_id, name, email, phone, custom_attributes, created_at, updated_at, tags } = row;
  const { city, country, region } = object(row.location);
  return {
    ...desk.base('lead', text(id), timeOf(created_at)),
    ...{ lead_id: text(external_id) || `intercom-${text(id)}`, fullname: name, email: email ?? undefined },
    ...{ phone: phone ?? undefined, city, country, region, updatedAt: timeOf(updated_at) },
    ...{ properties: object(custom_attributes), tags: tagNames(tags, known.tags), note: known.notes.get(text(id)) },
    company: companyOf(row, known.companies),
    attributes: { _import: { id, ...(row.unsubscribed_from_emails === true && { unsubscribed: true }) } },
  };
}

/** Of contacts they may have ids alone. */
function tagNames(tags: unknown, names?: LookupMap): string[] {
  const own = object(tags);
  const all = [...list(own.data), ...list(own.tags)].map(object);
  return all.map(({ id, name }) => text(name) || (names?.get(text(id)) ?? '')).filter(Boolean);
}

/** The first one, by its name in the contact or its own file. */
function companyOf({ companies }: Row, names: LookupMap): string | undefined {
  const own = object(companies);
  const [first] = [...list(own.data), ...list(own.companies)].map(object);
  return first && (text(first.name) || names.get(text(first.id)));
}

const propertyTypes: Readonly<Record<string, string>> = {
  ...{ integer: 'number', float: 'number', boolean: 'boolean', date: 'date' },
};

/** Attributes of contacts that a workspace has made itself. */
function propertyOf(desk: Helpdesk, row: Row): Document {
  const { id, name, label, model, custom, archived, data_type, created_at } = row;
  const base = desk.base('property', text(id) || `${model} ${name}`, timeOf(created_at));
  const isDropped = model !== 'contact' || custom !== true || archived === true;
  return { ...base, name, label: label ?? name, type: propertyTypes[text(data_type)] ?? 'text', isDropped };
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
async function* mapParts(
  conversations: AsyncGenerator<Found>,
  map: (part: Row, conversation: Row) => readonly (Document | string)[],
): AsyncGenerator<Found> {
  for await (const { at, document: row } of conversations) {
    if (!row) continue;
    const source = object(row.source);
    const opening = { ...source, id: `source ${text(row.id)}`, created_at: row.created_at, part_type: 'comment' };
    const isSaid = text(source.body) !== '' || list(source.attachments).length > 0;
    const parts = list(object(row.conversation_parts).conversation_parts).map(object);
    for (const part of isSaid ? [opening, ...parts] : parts)
      for (const made of map(part, row)) yield typeof made === 'string' ? { at, fault: made } : { at, document: made };
  }
}

function attachmentsIn(part: Row): Attachment[] {
  return list(part.attachments).flatMap((one, place) => {
    const { url: sent, name, content_type, filesize } = object(one);
    const url = text(sent);
    if (!url) return [];
    const id = `${text(part.id)} ${place}`;
    return [{ id, name: text(name) || 'file', url, type: text(content_type), size: filesize }];
  });
}

const written: ReadonlySet<string> = new Set(['comment', 'note', 'open', 'close', 'quick_reply', 'note_and_reopen']);

function partOf(desk: Helpdesk, part: Row, conversation: Row, attachments: Attachments): Document | string {
  const createdAt = timeOf(part.created_at);
  const [id, type] = [text(part.id), text(part.part_type)];
  if (!id || createdAt === undefined) return 'a part without an id or time';
  const { type: authorType, id: authorId, name } = object(part.author);
  const isContact = authorType === 'user' || authorType === 'lead' || authorType === 'contact';
  const agent = authorType === 'admin' ? desk.userOf(authorId) : undefined;
  const body = plainText(text(part.body));
  const files = attachmentsIn(part);
  const isNote = type.startsWith('note');
  // Assignments and the like say nothing: they are kept as what happened.
  const isEvent = body === '' && files.length === 0;
  return {
    ...desk.base('message', id, createdAt),
    recipient: desk.requestId(text(conversation.id)),
    sender: agent ?? (isContact ? 'lead' : 'system'),
    senderFullname: agent ? desk.nameOf(authorId) : text(name),
    ...attachments.ofMessage(desk, isEvent ? type : body, files),
    attributes: {
      ...(isNote && { subtype: 'private' }),
      ...(!isNote && (isEvent || !written.has(type)) && { subtype: 'info' }),
    },
  };
}
