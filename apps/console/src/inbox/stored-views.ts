import type { ViewView } from '@parley/sdk';

import type { InboxFilter } from './filter.ts';
import { member, queryOf, type SavedView } from './saved-views.ts';
import { type InboxView, placeOf } from './views.ts';

/** What is stored of a list: its query as addresses have it, and the controls that made it. */
export function storedList(view: InboxView, filter: InboxFilter): Pick<ViewView, 'query' | 'attributes'> {
  const attributes = view.kind === 'query' ? {} : { [member]: { view: placeOf({ view }), filter } };
  return { query: queryOf(view, filter), attributes };
}

/** The views with one of them in another place. */
export function movedTo(views: readonly SavedView[], id: string, place: number): SavedView[] {
  const moved = views.filter((view) => view.id === id);
  const others = views.filter((view) => view.id !== id);
  return [...others.slice(0, place), ...moved, ...others.slice(place)];
}
