import type { Row } from '../origin/json.ts';

/** What the API answers, in the columns of the database: words are numbers there, and seconds are times. */

const listOf = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);
const placeIn = (words: readonly string[], word: unknown) => Math.max(0, words.indexOf(String(word)));

function timeOf(seconds: unknown): string | undefined {
  const number = Number(seconds);
  return number > 0 ? new Date(Math.trunc(number) * 1_000).toISOString() : undefined;
}

const busy = 2;

/** Whether people are there just now is not whether they are available. */
export function personRow(agent: Row): Row {
  const availability = agent.availability_status === 'busy' ? busy : 0;
  const role = agent.role === 'administrator' ? 1 : 0;
  return { ...agent, role, availability, confirmed_at: agent.confirmed };
}

const displayTypes = ['text', 'number', 'currency', 'percent', 'link', 'date', 'list', 'checkbox'];

export function definitionRow(row: Row): Row {
  const attribute_model = row.attribute_model === 'contact_attribute' ? 1 : 0;
  return { ...row, attribute_model, attribute_display_type: placeIn(displayTypes, row.attribute_display_type) };
}

export function filterRow(row: Row, caller: unknown): Row {
  return { ...row, user_id: caller, filter_type: placeIn(['conversation', 'contact', 'report'], row.filter_type) };
}

export function contactRow(row: Row, note: string | undefined): Row {
  const inboxes = listOf(row.contact_inboxes);
  const own = inboxes.find(({ inbox }) => (Object(inbox) as Row).channel_type === 'Channel::WebWidget');
  const times = { created_at: timeOf(row.created_at), updated_at: timeOf(row.updated_at) };
  return { ...row, ...times, web_id: own?.source_id, note };
}

const statuses = ['open', 'resolved', 'pending', 'snoozed'];
const priorities = ['low', 'medium', 'high', 'urgent'];

export function conversationRow(
  row: Row,
  inbox: Row | undefined,
  { csat, followers }: { csat: string | undefined; followers: string | undefined },
): Row {
  const { sender, assignee, team } = Object(row.meta) as { sender?: Row; assignee?: Row; team?: Row };
  const times = ['created_at', 'updated_at', 'last_activity_at', 'first_reply_created_at'] as const;
  return {
    ...row,
    ...Object.fromEntries(times.map((name) => [name, timeOf(row[name])])),
    snoozed_until: typeof row.snoozed_until === 'number' ? timeOf(row.snoozed_until) : row.snoozed_until,
    ...{ display_id: row.id, status: placeIn(statuses, row.status) },
    ...{ contact_id: sender?.id, contact_created_at: timeOf(sender?.created_at) },
    ...{ assignee_id: assignee?.id, team_id: team?.id },
    priority: row.priority ? placeIn(priorities, row.priority) : null,
    cached_label_list: listOf(row.labels).join(','),
    ...{ inbox: inbox?.name, channel_type: inbox?.channel_type },
    csat: csat === undefined ? undefined : (JSON.parse(csat) as Row),
    followers: followers === undefined ? undefined : (JSON.parse(followers) as unknown[]),
  };
}

const messageStatuses = ['sent', 'delivered', 'read', 'failed'];
const fileTypes = ['image', 'audio', 'video', 'file'];
const senderTypes: Readonly<Record<string, string>> = { user: 'User', agent_bot: 'AgentBot' };
const plainTypes = ['text', 'incoming_email'];

export function messageRow(row: Row, inbox: Row | undefined): Row {
  const { type: senderType, id: senderId } = (row.sender ?? {}) as Row;
  const plain = plainTypes.includes(String(row.content_type ?? 'text'));
  return {
    ...row,
    ...{ created_at: timeOf(row.created_at), updated_at: timeOf(row.updated_at) },
    content_type: plain ? 'text' : row.content_type,
    status: placeIn(messageStatuses, row.status),
    ...{ sender_id: senderId, sender_type: senderTypes[String(senderType)] ?? senderType },
    channel_type: inbox?.channel_type,
    files: listOf(row.attachments).map((file) => ({
      ...{ id: file.id, url: file.data_url, name: storedName(file.data_url) },
      type: Math.max(0, fileTypes.indexOf(String(file.file_type))),
    })),
  };
}

/** Its times are seconds, unlike those of macros. */
export function ruleRow({ created_on, ...row }: Row): Row {
  return { ...row, created_at: timeOf(created_on) };
}

const storedPath = /^\/rails\/active_storage\/[\w/=-]+\/([^/]+)$/;

/** Of a file that Chatwoot keeps itself; others are at addresses of channels. */
function storedName(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const [, name] = storedPath.exec(new URL(address).pathname) ?? [];
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** Attachments of a message, those that Chatwoot keeps. */
export function attachmentRows({ attachments, created_at }: Row): Row[] {
  return listOf(attachments).flatMap(({ id, data_url: url, file_size: size }) => {
    const name = storedName(url);
    return name === undefined ? [] : [{ id, name, size: size || undefined, url, created_at: timeOf(created_at) }];
  });
}
