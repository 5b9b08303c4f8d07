import { addressOf } from '../origin/file-addresses.ts';
import type { Helpdesk } from '../origin/helpdesk.ts';
import { list, type Row, text } from '../origin/json.ts';
import type { Document } from '../origin/origin.ts';
import { utc } from './utc.ts';

export const object = (value: unknown): Row => {
  // A column of type json may hold JSON in a text.
  if (typeof value === 'string') return object(parsed(value));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {};
};

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const channels: Readonly<Record<string, string>> = { WebWidget: 'chat21', TwilioSms: 'sms', FacebookPage: 'facebook' };

function channelOf(type: unknown): string {
  const name = text(type).replace(/^Channel::/, '');
  return channels[name] ?? (name === '' ? 'chat21' : name.toLowerCase());
}

/** A team is a group, and a department that routes to it. */
export function teamsOf(desk: Helpdesk, teams: readonly Row[]) {
  const groups: Document[] = [];
  const departments: Document[] = [];
  const byTeam = new Map<string, string>();
  for (const { id, name, description, created_at, allow_auto_assign: assigns, members } of teams) {
    const at = utc(created_at);
    const times = at === undefined ? {} : { createdAt: at };
    const group = {
      ...desk.base('group', text(id)),
      ...times,
      name,
      members: (members as unknown[]).map((one) => desk.userOf(one) ?? text(one)),
    };
    const department = {
      ...desk.base('team', text(id)),
      ...times,
      name,
      description: description ?? undefined,
      id_group: desk.id('group', text(id)),
    };
    groups.push(group);
    departments.push({ ...department, routing: assigns === false ? 'pooled' : 'assigned' });
    byTeam.set(text(id), desk.id('team', text(id)));
  }
  return { groups, departments, departmentOf: (id: unknown) => byTeam.get(text(id)) };
}

/** The same of inboxes, whose people are those that answer there. */
export function inboxTeamsOf(desk: Helpdesk, inboxes: readonly Row[]) {
  const groups: Document[] = [];
  const departments: Document[] = [];
  for (const { id, name, members } of inboxes) {
    const group = desk.base('inbox group', text(id));
    const people = (members as unknown[]).map((one) => desk.userOf(one) ?? text(one));
    groups.push({ ...group, name, members: people });
    departments.push({ ...desk.base('inbox', text(id)), name, id_group: group._id });
  }
  return { groups, departments };
}

export function mailboxOf(desk: Helpdesk, { id, name, email }: Row): Document {
  return { ...desk.base('mailbox', text(id)), address: email, name };
}

const propertyTypes = ['text', 'number', 'number', 'number', 'text', 'date', 'text', 'boolean'];

export function propertyOf(desk: Helpdesk, row: Row): Document {
  const { id, attribute_key: name, attribute_display_name: label, attribute_display_type: type, created_at } = row;
  const base = desk.base('property', text(id), utc(created_at));
  // Those of conversations are in the attributes of these.
  const isDropped = row.attribute_model !== 1;
  return { ...base, name, label, type: propertyTypes[Number(type ?? 0)] ?? 'text', isDropped };
}

export function contactOf(desk: Helpdesk, row: Row): Document {
  const {
    id,
    name,
    last_name,
    email,
    phone_number: phone,
    identifier,
    web_id: webId,
    note,
    created_at,
    updated_at,
  } = row;
  const { city, company_name: company, country } = object(row.additional_attributes);
  return {
    ...desk.base('lead', text(id), utc(created_at)),
    ...{ lead_id: text(identifier) || text(webId) || `chatwoot-${id}`, updatedAt: utc(updated_at) },
    fullname: [text(name), text(last_name)].filter(Boolean).join(' ') || undefined,
    ...{ email: email ?? undefined, phone: phone ?? undefined, city, company, country, note },
    properties: object(row.custom_attributes),
    attributes: { _import: { id, ...(row.blocked === true && { blocked: true }) } },
  };
}

const priorities = ['low', 'normal', 'high', 'urgent'];
const [pending, snoozed] = [2, 3];

export function conversationOf(desk: Helpdesk, row: Row, department: string | undefined): Document | string {
  const { uuid, display_id, contact_id: contact, assignee_id: assignee, status } = row;
  const createdAt = utc(row.created_at);
  if (createdAt === undefined || !uuid) return 'a conversation without a time or uuid';
  const agent = assignee ? (desk.userOf(assignee) ?? text(assignee)) : undefined;
  const { referer, browser } = object(row.additional_attributes);
  const { rating, feedback_message: feedback } = object(row.csat);
  const isEmail = row.channel_type === 'Channel::Email';
  return {
    ...desk.base('request', text(uuid), createdAt),
    ...{ request_id: requestIdOf(desk, uuid), ticket_id: display_id, updatedAt: utc(row.updated_at) },
    lead: desk.id('lead', text(contact), utc(row.contact_created_at)),
    status: status === 1 ? 1000 : agent === undefined ? 100 : 200,
    ...(status === pending && { workingStatus: 'pending' }),
    ...(status === snoozed &&
      utc(row.snoozed_until) && { snooze: { until: utc(row.snoozed_until), wake_on_reply: true } }),
    closed_at: utc(row.resolved_at) ?? utc(row.last_activity_at),
    participants: agent === undefined ? [] : [agent],
    department: department ?? desk.id('department', 'default'),
    followers: list(row.followers).flatMap((one) => desk.userOf(one) ?? []),
    mentioned: list(row.mentioned).map((one) => ({ by: desk.userOf(object(one).by), at: utc(object(one).at) })),
    priority: priorities[Number(row.priority ?? 1)] ?? 'normal',
    tags: text(row.cached_label_list)
      .split(',')
      .map((tag) => ({ tag: tag.trim() }))
      .filter(({ tag }) => tag),
    channel: { name: channelOf(row.channel_type) },
    ...(isEmail && { mailbox: desk.id('mailbox', text(row.inbox_id)) }),
    ...{ sourcePage: referer, userAgent: typeof browser === 'string' ? browser : undefined },
    ...{ rating: rating ?? undefined, rating_message: feedback ?? undefined },
    first_response_at: utc(row.first_reply_created_at),
    attributes: { ...object(row.custom_attributes), inbox: row.inbox, _import: { id: display_id } },
  };
}

function requestIdOf({ projectId }: Helpdesk, uuid: unknown): string {
  return `support-group-${projectId}-${text(uuid).replaceAll('-', '')}`;
}

const statuses = [200, 250, 300, -100];
const [incoming, outgoing, activity] = [0, 1, 2];
const fileTypes = ['image', 'audio', 'video', 'file'];

interface MessagePlace {
  /** Those that become records. */
  bots: ReadonlySet<string>;
  /** Of this installation, where files are read; without it those that have an address keep it. */
  address: string | undefined;
}

export function messageOf(desk: Helpdesk, row: Row, { bots, address }: MessagePlace): Document | string {
  const { id, uuid, message_type: type, sender_type: senderType, sender_id: senderId, content, files } = row;
  const createdAt = utc(row.created_at);
  if (createdAt === undefined) return 'a message without a time';
  const agent = type === outgoing && senderType === 'User' ? desk.userOf(senderId) : undefined;
  const bot = senderType === 'AgentBot' ? desk.id('bot', text(senderId)) : '';
  const about = object(row.content_attributes);
  const isPlain =
    [undefined, null, 0, 'text', 'incoming_email'].includes(row.content_type as string) || row.content_type === 8;
  const [file, ...others] = filesOf(desk, files, address);
  const { mail, channel } = mailOf(row, about);
  return {
    ...desk.base('message', text(id), createdAt),
    // Times of the API are in seconds.
    order: Number(id),
    recipient: uuid ? requestIdOf(desk, uuid) : `conversation ${text(row.conversation_id)}`,
    sender: type === incoming ? 'lead' : (agent ?? (bots.has(bot) ? `bot_${bot}` : 'system')),
    senderFullname: agent ? desk.nameOf(senderId) : '',
    // A message has one file.
    ...{
      text: [text(content), ...others.map(({ src }) => src)].filter(Boolean).join('\n'),
      updatedAt: utc(row.updated_at),
      status: statuses[Number(row.status ?? 0)] ?? 200,
    },
    ...(file && { type: file.type, metadata: { src: file.src, ...(file.name && { name: file.name }) } }),
    ...{ channel, external_id: text(row.source_id) || undefined, mail },
    attributes: {
      ...(row.private === true && { subtype: 'private' }),
      ...(type === activity && { subtype: 'info' }),
      ...(!isPlain && { _import: about }),
    },
  };
}

function filesOf(desk: Helpdesk, files: unknown, address: string | undefined) {
  return (Array.isArray(files) ? (files as Row[]) : []).flatMap(({ id, type, url, name }) => {
    const isHere = address !== undefined && text(name) !== '';
    const src = isHere ? addressOf(desk.filePath(text(id), text(name)), address) : text(url);
    return src === '' ? [] : [{ src, name: text(name), type: fileTypes[Number(type)] ?? 'file' }];
  });
}

/** Of an attachment whose bytes are there to be taken. */
export function fileOf(desk: Helpdesk, row: Row): Document {
  const { id, name, size, checksum, created_at: at } = row;
  return {
    ...desk.base('file', text(id), utc(at)),
    ...{ path: desk.filePath(text(id), text(name)), name, size, key: row.key, url: row.url },
    md5: text(checksum) === '' ? undefined : Buffer.from(text(checksum), 'base64').toString('hex'),
  };
}

/** What an answer is matched by: kept, else threads would split. */
function mailOf(row: Row, about: Row): { mail?: Document | undefined; channel: string } {
  const channel = channelOf(row.channel_type);
  if (channel !== 'email') return { channel };
  const { message_id: ofMail, from, to, cc, subject } = object(about.email);
  const id = text(row.source_id) || text(ofMail);
  const mail = {
    message_id: id,
    from: [from].flat()[0],
    to: to ?? about.to_emails,
    cc: cc ?? about.cc_emails,
    subject,
  };
  return { channel, mail: id ? mail : undefined };
}
