import { type InboxFilter, readFilter } from './filter.ts';
import { type InboxView, placeOf, readPlace } from './views.ts';

/** A filter that a person comes back to. */
export interface SavedView {
  id: string;
  name: string;
  view: InboxView;
  filter: InboxFilter;
}

/** Member of the user's `attributes`: their saved views, by project. */
const member = 'console.views';
/** Of one person in one project. */
export const maxSavedViews = 20;

/** What is no saved view is left out. */
export function savedViewsIn(attributes: Record<string, unknown>, projectId: string): SavedView[] {
  const stored = membersOf(attributes[member])[projectId];
  return (Array.isArray(stored) ? stored : []).flatMap((one: unknown) => {
    const { id, name, view, filter } = membersOf(one);
    const place = typeof view === 'string' ? readPlace(view) : undefined;
    if (typeof id !== 'string' || typeof name !== 'string' || !place || place.view.kind === 'saved') return [];
    return [{ id, name, view: place.view, filter: readFilter(membersOf(filter)) }];
  });
}

/** The attributes with other saved views in this project; all else stays. */
export function withSavedViews(
  attributes: Record<string, unknown>,
  projectId: string,
  views: readonly SavedView[],
): Record<string, unknown> {
  const stored = views.map(({ id, name, view, filter }) => ({ id, name, view: placeOf({ view }), filter }));
  const { [projectId]: _, ...others } = membersOf(attributes[member]);
  const all = { ...others, ...(stored.length > 0 && { [projectId]: stored }) };
  return { ...attributes, [member]: all };
}

/** The views with one of them in another place. */
export function movedTo(views: readonly SavedView[], id: string, place: number): SavedView[] {
  const moved = views.filter((view) => view.id === id);
  const others = views.filter((view) => view.id !== id);
  return [...others.slice(0, place), ...moved, ...others.slice(place)];
}

/** Stored views in the order of these ids; what another tab has added meanwhile stands behind them. */
export function inOrderOf(stored: readonly SavedView[], ids: readonly string[]): SavedView[] {
  const placeOfView = ({ id }: SavedView) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return stored.toSorted((a, b) => placeOfView(a) - placeOfView(b));
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
