import {
  allOf,
  type FilterParameters,
  filterParameters,
  type InboxFilter,
  judgeOf,
  type Order,
  sorts,
} from './filter.ts';
import type { InboxOrder } from './inbox-list.ts';
import type { InboxRow } from './row.ts';

/** Which conversations a list shows. */
export type InboxView =
  | { kind: 'mine' | 'unassigned' | 'all' | 'bot' | 'abandoned' | 'followed' | 'mentioned' | 'closed' }
  | { kind: 'department'; id: string }
  /** A saved view whose query the console’s controls do not make. */
  | { kind: 'query'; id: string; query: Readonly<Record<string, string | string[]>> };

/** Who waits for a hand is served in turn. */
export const defaultOrder = ({ kind }: InboxView): Order => (kind === 'unassigned' ? 'waiting' : 'newest');

/** Parameters of `listRequests`. Source: contract 20 section 3.3, contract 82 section 2. */
export interface ListParameters extends FilterParameters {
  status?: string;
  mine?: true;
  followed?: 'me';
  mentioned?: 'me';
  hasBot?: true;
  sortField: (typeof sortFields)[number];
  direction: 1 | -1;
}

export const viewKinds = ['mine', 'unassigned', 'all', 'bot', 'abandoned', 'followed', 'mentioned', 'closed'] as const;

/** By which live rows can be put in their place. */
const sortFields = ['last_message_at', 'createdAt', 'due_at'] as const;

const closed = 1000;

/** Views of one person's own things, which alone the API filters by unread. */
export function knowsUnread({ kind }: InboxView): boolean {
  return kind === 'mine' || kind === 'followed' || kind === 'mentioned';
}

/** What a view can be narrowed by: one of a department has its own, and of what is unread only one's own views know. */
export function filterIn(view: InboxView, { department, unread, ...filter }: InboxFilter): InboxFilter {
  return {
    ...filter,
    ...(department && view.kind !== 'department' && { department }),
    ...(unread && knowsUnread(view) && { unread }),
  };
}

export function listParameters(view: InboxView, filter: InboxFilter): ListParameters {
  if (view.kind === 'query') return queryParameters(view.query, filter);
  return {
    ...ofView(view),
    ...sorts[filter.order ?? defaultOrder(view)],
    ...filterParameters(filterIn(view, filter)),
  };
}

/** The query of another program, narrowed; in an order that rows can keep. */
function queryParameters(query: Readonly<Record<string, string | string[]>>, filter: InboxFilter): ListParameters {
  const { sortField, direction, ...others } = query;
  const order = filter.order && sorts[filter.order];
  return {
    ...others,
    sortField: sortFields.find((name) => name === sortField) ?? 'last_message_at',
    direction: direction === '1' ? 1 : -1,
    ...order,
    ...filterParameters(filter),
  };
}

function ofView(view: Exclude<InboxView, { kind: 'query' }>): Omit<ListParameters, 'sortField' | 'direction'> {
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

/** The list's order and filter for frames. */
export function orderOf(view: InboxView, filter: InboxFilter, me: string): InboxOrder {
  const { sortField, direction } = listParameters(view, filter);
  const { unread, ...narrowing } = filterIn(view, filter);
  const judge = allOf([(row) => belongs(row, view, me), judgeOf(narrowing)]);
  return {
    isOpaque: view.kind === 'query',
    // What is read while it is open stays until the list is read again.
    judge: (row, isListed) => (unread && !isListed && !row.read?.unread ? false : judge(row)),
    key: (row) => (sortField === 'due_at' ? (row.sla?.due_at ?? '') : row[sortField]),
    direction,
  };
}

/** Views that a mention may bring a conversation into. */
export function followsMentions({ kind }: InboxView): boolean {
  return kind === 'followed' || kind === 'mentioned' || kind === 'query';
}

/** Whether the view lists a row; undefined where the row does not tell. */
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
    case 'query':
      return undefined;
  }
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
  const kind = view.kind === 'query' ? 'saved' : view.kind;
  const parts = 'id' in view ? [kind, view.id] : [kind];
  return [...parts, ...(requestId ? [requestId] : [])].map(encodeURIComponent).join('/');
}
