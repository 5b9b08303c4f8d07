import type { ViewView } from '@parley/sdk';

import { type InboxFilter, readFilter } from './filter.ts';
import { type InboxView, listParameters, readPlace } from './views.ts';

/** A list of conversations that people come back to: their own, or one that is shared. Source: contract 25 section 16. */
export interface SavedView {
  id: string;
  name: string;
  view: InboxView;
  filter: InboxFilter;
  record: ViewView;
}

/** Member of a view's `attributes`: by which controls of the console its query was made. */
export const member = 'console';

/** Shared ones first, each kind in its own order. */
export function savedViewsOf(records: readonly ViewView[]): SavedView[] {
  return [...records.filter(isShared), ...records.filter((record) => !isShared(record))].map(savedViewOf);
}

export function isShared({ visibility }: Pick<ViewView, 'visibility'>): boolean {
  return visibility !== 'personal';
}

/** A query that the console's own controls do not make is shown as it is. */
function savedViewOf(record: ViewView): SavedView {
  const { _id: id, name, query, attributes } = record;
  const { view: path, filter: stored } = membersOf(attributes[member]);
  const view = typeof path === 'string' ? readPlace(path)?.view : undefined;
  if (view && view.kind !== 'saved') {
    const filter = readFilter(membersOf(stored));
    if (isSame(queryOf(view, filter), query)) return { id, name, view, filter, record };
  }
  return { id, name, view: { kind: 'query', id, query }, filter: {}, record };
}

/** As addresses have it. */
export function queryOf(view: InboxView, filter: InboxFilter): ViewView['query'] {
  const parameters = Object.entries(listParameters(view, filter));
  return Object.fromEntries(
    parameters.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}

function isSame(one: ViewView['query'], other: ViewView['query']): boolean {
  const inOrder = (query: object) => JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)));
  return inOrder(one) === inOrder(other);
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
