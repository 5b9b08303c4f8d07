import { ownZone } from '@parley/sdk/browser';
import { isDay, textEntry } from '../app/address.ts';
import type { InboxRow } from './row.ts';

/** As the API reads them: of two spellings that mean one priority, the one that people see. */
export const priorities = ['urgent', 'high', 'medium', 'low'] as const;
type Priority = (typeof priorities)[number];

/** Where the clocks of a conversation stand. */
export const slaStates = ['overdue', 'due', 'paused', 'none'] as const;

/** Orders that a list can have, and how the API is asked for them. */
export const sorts = {
  newest: { sortField: 'last_message_at', direction: -1 },
  oldest: { sortField: 'last_message_at', direction: 1 },
  waiting: { sortField: 'createdAt', direction: 1 },
  due: { sortField: 'due_at', direction: 1 },
} as const;
export type Order = keyof typeof sorts;
export const orders = Object.keys(sorts) as Order[];

/** Filters beside the view; all of it stands in the address. */
export interface InboxFilter {
  /** Words to search for. */
  q?: string;
  tag?: string;
  priority?: Priority;
  channel?: string;
  /** By id. */
  department?: string;
  /** User id, or `bot_<id>`. */
  participant?: string;
  /** `_id` of the contact. */
  lead?: string;
  /** Number of the conversation. */
  ticket?: number;
  /** First day on which it may have begun, as `YYYY-MM-DD` in the browser's zone. */
  from?: string;
  /** Last such day. */
  until?: string;
  rated?: true;
  snoozed?: 'yes' | 'no';
  sla?: (typeof slaStates)[number];
  unread?: true;
  /** Another one than the usual of the view. */
  order?: Order;
}

/** Filters that have a control in the filter bar, and a chip while they are set. */
export const narrowings = [
  'tag',
  'priority',
  'channel',
  'department',
  'participant',
  'lead',
  'ticket',
  'from',
  'until',
  'rated',
  'snoozed',
  'sla',
] as const satisfies (keyof InboxFilter)[];
export type Narrowing = (typeof narrowings)[number];

/** Unknown and faulty names are left out; the rest holds. */
export function readFilter(members: Record<string, unknown>): InboxFilter {
  const words = (['q', 'tag', 'channel', 'department', 'participant', 'lead'] as const).flatMap((name) =>
    textEntry(members, name),
  );
  const days = (['from', 'until'] as const).flatMap((name) =>
    textEntry(members, name).filter(([, value]) => isDay(value) && value >= firstDay),
  );
  const ticket = Number(textEntry(members, 'ticket')[0]?.[1]);
  const priority = priorities.find((known) => known === members.priority);
  const snoozed = (['yes', 'no'] as const).find((known) => known === members.snoozed);
  const sla = slaStates.find((known) => known === members.sla);
  const order = orders.find((known) => known === members.order);
  return {
    ...Object.fromEntries([...words, ...days]),
    ...(priority && { priority }),
    ...(Number.isSafeInteger(ticket) && ticket > 0 && { ticket }),
    ...(isOn(members.rated) && { rated: true }),
    ...(snoozed && { snoozed }),
    ...(sla && { sla }),
    ...(isOn(members.unread) && { unread: true }),
    ...(order && { order }),
  };
}

/** The earliest that the API takes. */
const firstDay = '1970-01-01';

function isOn(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Parameters of `listRequests`. Source: contract 20 section 3.3. */
export interface FilterParameters {
  full_text?: string;
  /** What is found stands in the order of the list, not by how well it fits. */
  no_textscore?: true;
  tags?: string;
  priority?: Priority;
  channel?: string;
  dept_id?: string;
  participant?: string;
  lead?: string;
  ticket_id?: string;
  start_date?: string;
  end_date?: string;
  /** Of both dates. */
  timezone?: string;
  rated?: true;
  snoozed?: boolean;
  sla_state?: string;
  unread?: true;
}

export function filterParameters(filter: InboxFilter): FilterParameters {
  const { q, tag, priority, channel, department, participant, lead, ticket, from, until, rated, snoozed, sla, unread } =
    filter;
  return {
    ...(q && { full_text: q, no_textscore: true }),
    ...(tag && { tags: tag }),
    ...(priority && { priority }),
    ...(channel && { channel }),
    ...(department && { dept_id: department }),
    ...(participant && { participant }),
    ...(lead && { lead }),
    ...(ticket && { ticket_id: String(ticket) }),
    ...(from && { start_date: from.replaceAll('-', '/') }),
    ...(until && { end_date: until.replaceAll('-', '/') }),
    ...((from || until) && { timezone: ownZone() }),
    ...(rated && { rated }),
    ...(snoozed && { snoozed: snoozed === 'yes' }),
    ...(sla && { sla_state: sla }),
    ...(unread && { unread }),
  };
}

/** What one filter says of a row, as the API would; undefined where the row does not tell. */
type Judge = (row: InboxRow) => boolean | undefined;

/** All that the filter asks for but `unread`, which a list keeps until it is read again. */
export function judgeOf(filter: InboxFilter): Judge {
  const { q, tag, priority, channel, department, participant, lead, ticket, from, until, rated, snoozed, sla, order } =
    filter;
  const [first, after] = [from && startOf(from), until && startOf(until, 1)];
  return allOf([
    ...(q ? [() => undefined] : []),
    ...(tag ? [(row: InboxRow) => hasTag(row, tag)] : []),
    ...(priority ? [(row: InboxRow) => spelled(row.priority) === priority] : []),
    ...(channel ? [(row: InboxRow) => isOfChannel(row.channel?.name ?? 'chat21', channel)] : []),
    ...(department ? [(row: InboxRow) => row.department?._id === department] : []),
    ...(participant ? [(row: InboxRow) => row.participants?.includes(participant) === true] : []),
    ...(lead ? [(row: InboxRow) => row.lead?._id === lead] : []),
    ...(ticket ? [(row: InboxRow) => row.ticket_id === String(ticket)] : []),
    ...(first ? [(row: InboxRow) => Date.parse(row.createdAt) >= first] : []),
    ...(after ? [(row: InboxRow) => Date.parse(row.createdAt) < after] : []),
    ...(rated ? [(row: InboxRow) => row.rating !== undefined] : []),
    ...(snoozed ? [(row: InboxRow) => (row.snooze !== undefined) === (snoozed === 'yes')] : []),
    ...(sla ? [(row: InboxRow) => isInState(row, sla)] : []),
    // By due time the API lists what has one.
    ...(order === 'due' ? [(row: InboxRow) => row.sla !== undefined] : []),
  ]);
}

/** One that does not pass decides, whatever the others cannot tell. */
export function allOf(judges: readonly Judge[]): Judge {
  return (row) => {
    const said = judges.map((judge) => judge(row));
    if (said.includes(false)) return false;
    return said.includes(undefined) ? undefined : true;
  };
}

/** A row shows the clocks that run, and no others. */
function isInState({ sla }: InboxRow, state: NonNullable<InboxFilter['sla']>): boolean | undefined {
  if (state === 'overdue' || state === 'due') return sla?.overdue === (state === 'overdue');
  return sla ? false : undefined;
}

/** A row shows the first tags only. */
function hasTag({ tags = [], tagsCount = 0 }: InboxRow, tag: string): boolean | undefined {
  if (tags.some((own) => own.tag.toLowerCase() === tag.toLowerCase())) return true;
  return tagsCount > tags.length ? undefined : false;
}

/** The API stores what was sent, and takes two spellings for one priority. */
export function spelled(priority: string | undefined): string | undefined {
  return priority === 'normal' ? 'medium' : priority === 'hight' ? 'high' : priority;
}

/** Two words stand for several channels. */
function isOfChannel(name: string, channel: string): boolean {
  const isOffline = name === 'email' || name === 'form';
  if (channel === 'offline') return isOffline;
  return channel === 'online' ? !isOffline : name === channel;
}

/** Start of a day in the browser's zone, or of one after it. */
function startOf(day: string, daysLater = 0): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}
