import type { InboxOrder } from './inbox-list.ts';
import type { InboxRow } from './row.ts';

/** Which conversations a list shows. */
export type InboxView =
  | { kind: 'mine' | 'unassigned' | 'all' | 'bot' | 'abandoned' | 'followed' | 'mentioned' | 'closed' }
  | { kind: 'department'; id: string };

export const priorities = ['urgent', 'high', 'medium', 'low'] as const;
type Priority = (typeof priorities)[number];

/** Orders that a list can have, and how the API is asked for them. */
const sorts = {
  newest: { sortField: 'last_message_at', direction: -1 },
  oldest: { sortField: 'last_message_at', direction: 1 },
  waiting: { sortField: 'createdAt', direction: 1 },
} as const;
export type Order = keyof typeof sorts;
export const orders = Object.keys(sorts) as Order[];

/** Who waits for a hand is served in turn. */
export const defaultOrder = ({ kind }: InboxView): Order => (kind === 'unassigned' ? 'waiting' : 'newest');

/** Filters beside the view; all of it stands in the address. */
export interface InboxFilter {
  /** Words to search for. */
  q?: string;
  tag?: string;
  priority?: Priority;
  channel?: string;
  unread?: true;
  /** Another one than the usual of the view. */
  order?: Order;
}

/** Parameters of `listRequests`. Source: contract 20 section 3.3, contract 82 section 2. */
export interface ListParameters {
  status?: string;
  mine?: true;
  followed?: 'me';
  mentioned?: 'me';
  unread?: true;
  hasBot?: true;
  dept_id?: string;
  full_text?: string;
  tags?: string;
  priority?: Priority;
  channel?: string;
  sortField: 'last_message_at' | 'createdAt';
  direction: 1 | -1;
}

export const viewKinds = ['mine', 'unassigned', 'all', 'bot', 'abandoned', 'followed', 'mentioned', 'closed'] as const;

const closed = 1000;

/** Views of one person's own things, which alone the API filters by unread. */
export function knowsUnread({ kind }: InboxView): boolean {
  return kind === 'mine' || kind === 'followed' || kind === 'mentioned';
}

export function listParameters(view: InboxView, filter: InboxFilter): ListParameters {
  const { q, tag, priority, channel, unread, order = defaultOrder(view) } = filter;
  return {
    ...ofView(view),
    ...sorts[order],
    ...(q && { full_text: q }),
    ...(tag && { tags: tag }),
    ...(priority && { priority }),
    ...(channel && { channel }),
    ...(unread && knowsUnread(view) && { unread }),
  };
}

function ofView(view: InboxView): Omit<ListParameters, keyof (typeof sorts)[Order]> {
  switch (view.kind) {
    case 'mine':
      return { mine: true };
    case 'unassigned':
      return { status: '100' };
    case 'bot':
      return { status: '200', hasBot: true };
    case 'abandoned':
      return { status: '150' };
    case 'followed':
      return { followed: 'me' };
    case 'mentioned':
      return { status: 'all', mentioned: 'me' };
    case 'closed':
      return { status: '1000' };
    case 'department':
      return { dept_id: view.id };
    case 'all':
      return {};
  }
}

/**
 * The list's order and filter for frames. What a row does not tell (who follows it, what a search finds) is taken from what the list
 * knows already: such a list keeps its rows up to date and is loaded again for new ones.
 */
export function orderOf(
  view: InboxView,
  filter: InboxFilter,
  me: string,
  isListed: (row: InboxRow) => boolean,
): InboxOrder {
  const { sortField, direction } = listParameters(view, filter);
  return {
    includes: (row) =>
      matchesFilter(row, filter) &&
      (belongs(row, view, me) ?? isListed(row)) &&
      // What is read while it is open stays until the list is read again.
      (!filter.unread || (row.read?.unread ?? 0) > 0 || isListed(row)),
    key: (row) => (sortField === 'createdAt' ? row.createdAt : row.last_message_at),
    direction,
  };
}

/** Whether rows alone say what belongs to the list. */
export function isDecidable(view: InboxView, filter: InboxFilter): boolean {
  return !filter.q && view.kind !== 'followed' && view.kind !== 'mentioned';
}

function belongs(row: InboxRow, view: InboxView, me: string): boolean | undefined {
  const isOpen = row.status < closed;
  switch (view.kind) {
    case 'mine':
      return isOpen && row.participants?.includes(me) === true;
    case 'unassigned':
      return row.status === 100;
    case 'bot':
      return row.status === 200 && row.hasBot === true;
    case 'abandoned':
      return row.status === 150;
    case 'closed':
      return row.status === closed;
    case 'department':
      return isOpen && row.department?._id === view.id;
    case 'all':
      return isOpen;
    case 'followed':
      return isOpen ? undefined : false;
    case 'mentioned':
      return undefined;
  }
}

function matchesFilter(row: InboxRow, { tag, priority, channel }: InboxFilter): boolean {
  if (tag && !row.tags?.some((own) => own.tag.toLowerCase() === tag.toLowerCase())) return false;
  if (priority && row.priority !== priority) return false;
  return !channel || isOfChannel(row.channel?.name ?? 'chat21', channel);
}

/** Two words stand for several channels. Source: contract 20 section 3.3. */
function isOfChannel(name: string, channel: string): boolean {
  const isOffline = name === 'email' || name === 'form';
  if (channel === 'offline') return isOffline;
  return channel === 'online' ? !isOffline : name === channel;
}

/** The part of the address behind `/inbox/`. A saved view stands there by its id. */
export interface InboxPlace {
  view: InboxView | { kind: 'saved'; id: string };
  requestId?: string;
}

export function readPlace(path: string): InboxPlace | undefined {
  const [kind = 'mine', ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  const [first, second] = rest;
  if (kind === 'department' || kind === 'saved')
    return first === undefined ? undefined : { view: { kind, id: first }, ...(second && { requestId: second }) };
  const known = viewKinds.find((one) => one === kind);
  return known && { view: { kind: known }, ...(first && { requestId: first }) };
}

export function placeOf({ view, requestId }: InboxPlace): string {
  const parts = 'id' in view ? [view.kind, view.id] : [view.kind];
  return [...parts, ...(requestId ? [requestId] : [])].map(encodeURIComponent).join('/');
}

/** Unknown and faulty names are left out; the rest holds. */
export function readFilter(members: Record<string, unknown>): InboxFilter {
  const words = (['q', 'tag', 'channel'] as const).flatMap((name) => {
    const value = members[name];
    return (typeof value === 'string' || typeof value === 'number') && value !== '' ? [[name, String(value)]] : [];
  });
  const priority = priorities.find((known) => known === members.priority);
  const order = orders.find((known) => known === members.order);
  return {
    ...Object.fromEntries(words),
    ...(priority && { priority }),
    ...(order && { order }),
    ...((members.unread === true || members.unread === 'true') && { unread: true }),
  };
}
