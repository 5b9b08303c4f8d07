import { basename, resolve } from 'node:path';

import { Refused } from '../config.ts';
import { Helpdesk, mapFound, type Teammate } from '../origin/helpdesk.ts';
import type { LookupMap } from '../origin/lookup.ts';
import type { Document, Found, Origin } from '../origin/origin.ts';
import { filesOf, jsonRows } from '../origin/read-rows.ts';
import type { ExportOptions } from './intercom-export.ts';
import { zendeskMacro } from './zendesk-macros.ts';

type Row = Record<string, unknown>;

/** Files of an export that become records, and further ones that hold what tickets have inside. */
const known = ['tickets', 'users', 'organizations', 'groups', 'macros', 'comments'];

/**
 * A folder with the JSON export of a Zendesk: `tickets`, `users`, and maybe `organizations`, `groups` and `comments`, one object a line or a
 * page of the API a line.
 */
export async function openZendesk(folder: string, { owner, lookup }: ExportOptions): Promise<Origin> {
  const files = await filesOf(folder);
  if (!files.has('tickets') || !files.has('users'))
    throw new Refused(`${folder} has no tickets.json and users.json: is it an export of Zendesk?`);
  const rows = (name: string) => {
    const file = files.get(name);
    return file === undefined ? none() : jsonRows(file, name);
  };
  const source = basename(resolve(folder));
  const { teammates, people, oldest } = await peopleIn(rows('users'), lookup.map('people'));
  const desk = new Helpdesk({ kind: 'zendesk', source, name: source, createdAt: oldest, teammates, owner });
  const organizations = await namesIn(rows('organizations'), lookup.map('organizations'));
  const departments = await departmentsIn(desk, rows('groups'));
  return desk.origin(
    {
      groups: () => mapFound(rows('groups'), (row) => ({ ...groupOf(desk, row, 'group'), members: [] })),
      departments: () =>
        mapFound(rows('groups'), (row) => ({
          ...groupOf(desk, row, 'team'),
          id_group: groupOf(desk, row, 'group')._id,
        })),
      macros: () => mapFound(rows('macros'), (row) => zendeskMacro(desk, row, departments)),
      leads: () => mapFound(rows('users'), (row) => (isTeam(row) ? undefined : leadOf(desk, row, organizations))),
      requests: () => mapFound(rows('tickets'), (row) => ticketOf(desk, row, people)),
      messages: () => commentsOf(desk, rows('tickets'), rows('comments'), people),
    },
    files,
    [...files.keys()].filter((name) => !known.includes(name)),
  );
}

async function* none(): AsyncGenerator<Found> {}

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const object = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function timeOf(value: unknown): string | undefined {
  const at = new Date(text(value));
  return text(value) !== '' && Number.isFinite(at.getTime()) ? at.toISOString() : undefined;
}

const isTeam = ({ role }: Row): boolean => role === 'agent' || role === 'admin';

/** Time of creation of an end user by id, for their derived id; the team is apart. */
type People = LookupMap;

async function peopleIn(rows: AsyncGenerator<Found>, people: LookupMap) {
  const teammates: Teammate[] = [];
  let oldest = new Date().toISOString();
  for await (const { document: row } of rows) {
    if (!row) continue;
    const createdAt = timeOf(row.created_at);
    if (createdAt !== undefined && createdAt < oldest) oldest = createdAt;
    if (!isTeam(row)) people.set(text(row.id), createdAt ?? '');
    else if (text(row.email)) {
      const role = row.role === 'admin' ? 'admin' : 'agent';
      const { id, email, name, verified } = row;
      teammates.push({
        key: text(id),
        email: text(email),
        name: text(name),
        role,
        createdAt,
        isVerified: verified === true,
      });
    }
  }
  return { teammates, people, oldest };
}

async function namesIn(rows: AsyncGenerator<Found>, names: LookupMap): Promise<LookupMap> {
  for await (const { document } of rows) if (document) names.set(text(document.id), text(document.name));
  return names;
}

async function departmentsIn(desk: Helpdesk, rows: AsyncGenerator<Found>): Promise<ReadonlyMap<string, string>> {
  const departments = new Map<string, string>();
  for await (const { document } of rows)
    if (document) departments.set(text(document.id), String(groupOf(desk, document, 'team')._id));
  return departments;
}

function groupOf(desk: Helpdesk, { id, name, created_at }: Row, kind: 'group' | 'team'): Document {
  return { ...desk.base(kind, text(id), timeOf(created_at)), name };
}

function leadOf(desk: Helpdesk, row: Row, organizations: LookupMap): Document {
  const { id, external_id, name, email, phone, notes, tags, user_fields, organization_id, created_at, updated_at } =
    row;
  return {
    ...desk.base('lead', text(id), timeOf(created_at)),
    ...{ lead_id: text(external_id) || `zendesk-${text(id)}`, fullname: name, email: email ?? undefined },
    ...{ phone: phone ?? undefined, note: notes ?? undefined, tags: list(tags), updatedAt: timeOf(updated_at) },
    ...{ company: organizations.get(text(organization_id)), properties: object(user_fields) },
    attributes: { _import: { id, ...(row.suspended === true && { suspended: true }) } },
  };
}

/** Exports name a person by id, or as an object. */
const idOf = (row: Row, name: string): string => text(row[`${name}_id`]) || text(object(row[name]).id);

const statuses: Readonly<Record<string, number>> = { solved: 1000, closed: 1000 };
const priorities = ['low', 'normal', 'high', 'urgent'];

function ticketOf(desk: Helpdesk, row: Row, people: People): Document | string {
  const { id, status, subject, tags, priority, satisfaction_rating, custom_fields, external_id } = row;
  const createdAt = timeOf(row.created_at);
  if (!text(id) || createdAt === undefined) return 'a ticket without an id or time';
  const requester = idOf(row, 'requester');
  const assignee = idOf(row, 'assignee');
  const group = idOf(row, 'group');
  const agent = assignee ? (desk.userOf(assignee) ?? assignee) : undefined;
  const { score, comment } = object(satisfaction_rating);
  return {
    ...desk.base('request', text(id), createdAt),
    ...{ request_id: desk.requestId(text(id)), ticket_id: id, subject, updatedAt: timeOf(row.updated_at) },
    lead: desk.id('lead', requester, people.get(requester) || undefined),
    status: statuses[text(status)] ?? (agent === undefined ? 100 : 200),
    ...((status === 'pending' || status === 'hold') && { workingStatus: 'pending' }),
    closed_at: timeOf(row.updated_at),
    participants: agent === undefined ? [] : [agent],
    department: group ? desk.id('team', group, timeOf(object(row.group).created_at)) : desk.id('department', 'default'),
    priority: priorities.includes(text(priority)) ? priority : 'normal',
    tags: list(tags).map((tag) => ({ tag })),
    channel: { name: channelOf(row) },
    ...(score === 'good' || score === 'bad' ? { rating: score === 'good' ? 5 : 1, rating_message: comment } : {}),
    attributes: { _import: { id, external_id, custom_fields } },
  };
}

function channelOf({ via }: Row): string {
  const channel = text(object(via).channel);
  return channel === '' || channel === 'web' || channel === 'chat' || channel === 'native_messaging'
    ? 'chat21'
    : channel;
}

/** Comments stand in their ticket, or in a file of their own with `ticket_id`. */
async function* commentsOf(
  desk: Helpdesk,
  tickets: AsyncGenerator<Found>,
  apart: AsyncGenerator<Found>,
  people: People,
): AsyncGenerator<Found> {
  for await (const { at, document: ticket } of tickets)
    for (const comment of list(ticket?.comments)) yield commentOf(desk, at, object(comment), { ticket, people });
  for await (const found of apart) {
    if (found.document === undefined) yield found;
    else yield commentOf(desk, found.at, found.document, { ticket: undefined, people });
  }
}

interface Place {
  ticket: Row | undefined;
  people: People;
}

function commentOf(desk: Helpdesk, at: number, row: Row, { ticket, people }: Place): Found {
  const createdAt = timeOf(row.created_at);
  const id = text(row.id);
  const ticketId = ticket ? text(ticket.id) : text(row.ticket_id);
  if (!id || createdAt === undefined) return { at, fault: 'a comment without an id or time' };
  const author = idOf(row, 'author');
  const agent = desk.userOf(author);
  const [file] = list(row.attachments).map(object);
  const document = {
    ...desk.base('message', id, createdAt),
    recipient: desk.requestId(ticketId),
    // Others than the requester write, too: people who are in copy.
    sender: agent ?? (people.has(author) ? 'lead' : 'system'),
    senderFullname: agent ? desk.nameOf(author) : '',
    text: text(row.plain_body) || text(row.body),
    ...(file &&
      text(file.content_url) && { metadata: { src: file.content_url, name: file.file_name, type: file.content_type } }),
    attributes: row.public === false ? { subtype: 'private' } : {},
  };
  return { at, document };
}
