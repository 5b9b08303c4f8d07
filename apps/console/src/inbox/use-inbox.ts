import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';

import { useWorkplace } from '../app/workplace.tsx';
import type { InboxFilter } from './filter.ts';
import type { InboxList, InboxSnapshot } from './inbox-list.ts';
import { InboxSource } from './inbox-source.ts';
import type { InboxView } from './views.ts';

export interface Inbox {
  list: InboxList;
  snapshot: InboxSnapshot;
  total: number | undefined;
  loading: boolean;
  error: unknown;
  more: () => void;
  reload: () => void;
}

/** The rows of a view, loaded by pages and kept current by frames. */
export function useInbox(view: InboxView, filter: InboxFilter): Inbox {
  const workplace = useWorkplace();
  const key = JSON.stringify([view, filter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what view and filter are.
  const source = useMemo(() => new InboxSource(workplace, view, filter), [workplace, key]);
  const [, redraw] = useState(0);
  const snapshot = useSyncExternalStore(
    useCallback((listener) => source.list.subscribe(listener), [source]),
    () => source.list.snapshot(),
  );
  const current = useRef(source);
  current.current = source;

  useEffect(() => source.start(() => current.current === source && redraw((count) => count + 1)), [source]);

  return {
    list: source.list,
    snapshot,
    total: source.total,
    loading: source.loading,
    error: source.error,
    more: source.more,
    reload: source.reload,
  };
}
