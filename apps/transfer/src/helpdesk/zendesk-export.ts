import { basename, resolve } from 'node:path';

import { Refused } from '../config.ts';
import { Helpdesk, mapFound, type Teammate } from '../origin/helpdesk.ts';
import { list, object, type Row, text } from '../origin/json.ts';
import type { Lookup, LookupMap } from '../origin/lookup.ts';
import type { Document, Found, Origin } from '../origin/origin.ts';
import { filesOf, jsonRows } from '../origin/read-rows.ts';
import { type Attachment, type AttachmentOptions, Attachments } from './attachments.ts';
import { type ZendeskIds, zendeskMacro } from './zendesk-actions.ts';
import { zendeskAutomation, zendeskTrigger } from './zendesk-rules.ts';
import { zendeskPolicy, zendeskView } from './zendesk-views.ts';

export interface ExportOptions extends AttachmentOptions {
  owner?: string | undefined;
  /** For what is known of people. */
  lookup: Lookup;
}

/** Files of an export that become records, and further ones that hold what these have inside. */
const known = [
  ...['tickets', 'users', 'organizations', 'groups', 'group_memberships', 'comments', 'satisfaction_ratings'],
  ...['macros', 'triggers', 'automations', 'views', 'sla_policies'],
];

/** A folder with the JSON export of a Zendesk: `tickets`, `users` and maybe others, one object a line or a page of the API a line. */
export async function openZendesk(folder: string, { owner, lookup, ...options }: ExportOptions): Promise<Origin> {
  const attachments = new Attachments(options);
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
  const ratings = await ratingsIn(rows('satisfaction_ratings'), lookup.map('ratings'));
  const members = await membersIn(desk, rows('group_memberships'));
  const ids = await groupIdsIn(desk, rows('groups'));
  const comments = () => commentsIn(rows('tickets'), rows('comments'));
  return desk.origin(
    {
      groups: () =>
        mapFound(rows('groups'), (row) => ({
          ...groupOf(desk, row, 'group'),
          members: members.get(text(row.id)) ?? [],
        })),
      departments: () =>
        mapFound(rows('groups'), (row) => ({
          ...groupOf(desk, row, 'team'),
          id_group: groupOf(desk, row, 'group')._id,
        })),
      macros: () => mapFound(rows('macros'), (row) => zendeskMacro(ids, row)),
      triggers: () => mapFound(rows('triggers'), (row) => zendeskTrigger(ids, row)),
      automations: () => mapFound(rows('automations'), (row) => zendeskAutomation(ids, row)),
      views: () => mapFound(rows('views'), (row) => zendeskView(ids, row)),
      sla_policies: () => mapFound(rows('sla_policies'), (row) => zendeskPolicy(ids, row)),
      leads: () => mapFound(rows('users'), (row) => (isTeam(row) ? undefined : leadOf(desk, row, organizations))),
      requests: () => mapFound(rows('tickets'), (row) => ticketOf(desk, row, { people, ratings, ...ids })),
      messages: () => messagesIn(desk, comments(), { people, attachments }),
      ...(attachments.files && { attachments: () => filesIn(desk, comments(), attachments) }),
    },
    files,
    [...files.keys()].filter((name) => !known.includes(name)),
    attachments.files,
  );
}

async function* none(): AsyncGenerator<Found> {}

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

async function groupIdsIn(desk: Helpdesk, rows: AsyncGenerator<Found>): Promise<ZendeskIds> {
  const [departments, groups] = [new Map<string, string>(), new Map<string, string>()];
  for await (const { document: row } of rows) {
    if (!row) continue;
    departments.set(text(row.id), String(groupOf(desk, row, 'team')._id));
    groups.set(text(row.id), String(groupOf(desk, row, 'group')._id));
  }
  return { desk, departments, groups };
}

async function membersIn(desk: Helpdesk, rows: AsyncGenerator<Found>): Promise<ReadonlyMap<string, string[]>> {
  const members = new Map<string, string[]>();
  for await (const { document: row } of rows)
    if (row) {
      const group = text(row.group_id);
      members.set(group, [...(members.get(group) ?? []), desk.userOf(row.user_id) ?? text(row.user_id)]);
    }
  return members;
}

/** The newest of each ticket. */
async function ratingsIn(rows: AsyncGenerator<Found>, ratings: LookupMap): Promise<LookupMap> {
  for await (const { document: row } of rows) {
    if (!row || (row.score !== 'good' && row.score !== 'bad')) continue;
    const at = timeOf(row.updated_at) ?? timeOf(row.created_at) ?? '';
    const known = JSON.parse(ratings.get(text(row.ticket_id)) ?? '{}') as Row;
    if (text(known.at) > at) continue;
    ratings.set(text(row.ticket_id), JSON.stringify({ score: row.score, comment: row.comment, at }));
  }
  return ratings;
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

interface Known {
  people: People;
  ratings: LookupMap;
  departments: ReadonlyMap<string, string>;
}

function ticketOf(desk: Helpdesk, row: Row, { people, ratings, departments }: Known): Document | string {
  const { id, status, subject, tags, priority, custom_fields, external_id, follower_ids, collaborator_ids } = row;
  const createdAt = timeOf(row.created_at);
  if (!text(id) || createdAt === undefined) return 'a ticket without an id or time';
  const requester = idOf(row, 'requester');
  const assignee = idOf(row, 'assignee');
  const agent = assignee ? (desk.userOf(assignee) ?? assignee) : undefined;
  const rated = ratings.get(text(id));
  const { score, comment } = rated === undefined ? object(row.satisfaction_rating) : (JSON.parse(rated) as Row);
  return {
    ...desk.base('request', text(id), createdAt),
    ...{ request_id: desk.requestId(text(id)), ticket_id: id, subject, updatedAt: timeOf(row.updated_at) },
    lead: desk.id('lead', requester, people.get(requester) || undefined),
    status: statuses[text(status)] ?? (agent === undefined ? 100 : 200),
    ...((status === 'pending' || status === 'hold') && { workingStatus: 'pending' }),
    closed_at: timeOf(object(row.metric_set).solved_at) ?? timeOf(row.updated_at),
    participants: agent === undefined ? [] : [agent],
    followers: list(follower_ids ?? collaborator_ids).flatMap((one) => desk.userOf(one) ?? []),
    department: departments.get(idOf(row, 'group')) ?? desk.id('department', 'default'),
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

interface Comment {
  at: number;
  ticket: string;
  row: Row;
}

/** Comments stand in their ticket, or in a file of their own with `ticket_id`, of which what cannot be read is passed on. */
async function* commentsIn(
  tickets: AsyncGenerator<Found>,
  apart: AsyncGenerator<Found>,
): AsyncGenerator<Comment | Found> {
  for await (const { at, document: ticket } of tickets)
    for (const comment of list(ticket?.comments)) yield { at, ticket: text(ticket?.id), row: object(comment) };
  for await (const found of apart) {
    if (found.document === undefined) yield found;
    else yield { at: found.at, ticket: text(found.document.ticket_id), row: found.document };
  }
}

async function* messagesIn(
  desk: Helpdesk,
  comments: AsyncGenerator<Comment | Found>,
  known: { people: People; attachments: Attachments },
): AsyncGenerator<Found> {
  for await (const one of comments) {
    const made = 'row' in one ? commentOf(desk, one, known) : one.fault;
    if (typeof made === 'string') yield { at: one.at, fault: made };
    else if (made) yield { at: one.at, document: made };
  }
}

async function* filesIn(
  desk: Helpdesk,
  comments: AsyncGenerator<Comment | Found>,
  attachments: Attachments,
): AsyncGenerator<Found> {
  for await (const one of comments)
    if ('row' in one)
      for (const document of attachments.rowsOf(desk, attachmentsIn(one.row), timeOf(one.row.created_at)))
        yield { at: one.at, document };
}

function attachmentsIn(row: Row): Attachment[] {
  return list(row.attachments).flatMap((one) => {
    const { id, file_name, content_url, content_type, size } = object(one);
    const url = text(content_url);
    return url ? [{ id: text(id) || url, name: text(file_name) || 'file', url, type: text(content_type), size }] : [];
  });
}

function commentOf(
  desk: Helpdesk,
  { ticket, row }: Comment,
  { people, attachments }: { people: People; attachments: Attachments },
): Document | string {
  const createdAt = timeOf(row.created_at);
  const id = text(row.id);
  if (!id || createdAt === undefined) return 'a comment without an id or time';
  const author = idOf(row, 'author');
  const agent = desk.userOf(author);
  return {
    ...desk.base('message', id, createdAt),
    recipient: desk.requestId(ticket),
    // Others than the requester write, too: people who are in copy.
    sender: agent ?? (people.has(author) ? 'lead' : 'system'),
    senderFullname: agent ? desk.nameOf(author) : '',
    ...attachments.ofMessage(desk, text(row.plain_body) || text(row.body), attachmentsIn(row)),
    attributes: row.public === false ? { subtype: 'private' } : {},
  };
}
