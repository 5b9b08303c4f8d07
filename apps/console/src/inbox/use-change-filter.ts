import { useNavigate, useRouter } from '@tanstack/react-router';

import { useWorkplace } from '../app/workplace.tsx';
import { type InboxFilter, readFilter } from './filter.ts';
import type { SavedView } from './saved-views.ts';
import { type InboxView, placeOf } from './views.ts';

/** Members without a value are left out. */
export type ChangeFilter = (change: (filter: InboxFilter) => Partial<Record<keyof InboxFilter, unknown>>) => void;

/**
 * Changes the filter in the address, as it is when the change comes: of two that follow quickly, none is lost. A saved view is left
 * with its own filter, changed.
 */
export function useChangeFilter(view: InboxView, saved?: SavedView): ChangeFilter {
  const navigate = useNavigate();
  const router = useRouter();
  const { projectId } = useWorkplace();
  return (change) => {
    const { pathname, search } = router.latestLocation;
    // One with a query of its own stays, and is narrowed by the address.
    const isSaved =
      saved &&
      view.kind !== 'query' &&
      pathname.includes(`/inbox/${placeOf({ view: { kind: 'saved', id: saved.id } })}`);
    void navigate({
      to: '/$project/inbox/$',
      params: { project: projectId, _splat: placeOf({ view }) },
      search: readFilter(change(isSaved ? saved.filter : readFilter(search))),
    });
  };
}
