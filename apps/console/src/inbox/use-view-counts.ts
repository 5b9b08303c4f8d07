import { countViews } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { useInboxChanges } from '../app/use-inbox-changes.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { useMedia } from '../ui/use-media.ts';
import type { SavedView } from './saved-views.ts';

/** Asked for again after frames, at most so often: the API counts again after as long. */
const pauseMs = 5000;
/** Of one call, and of the column: those below are counted when they are opened. */
const perCall = 30;
const mostCounted = 60;

export type ViewCounts = ReadonlyMap<string, { count: number; more?: boolean }>;

/** How many conversations views have, where the column that shows it is in view. */
export function useViewCounts(views: readonly SavedView[]): ViewCounts {
  const { parley, projectId } = useWorkplace();
  const isShown = useMedia('(width >= 64rem)');
  const ids = views.slice(0, mostCounted).map(({ id }) => id);
  const { data, refetch } = useQuery({
    queryKey: ['view-counts', projectId, ids.toSorted()],
    queryFn: async (): Promise<ViewCounts> => {
      const calls = [ids.slice(0, perCall), ids.slice(perCall)].filter((some) => some.length > 0);
      const answers = await Promise.all(calls.map((some) => countViews(parley, { ids: some })));
      return new Map(answers.flatMap(({ counts }) => counts).map(({ _id, ...count }) => [_id, count]));
    },
    staleTime: pauseMs,
    placeholderData: (before) => before,
    enabled: isShown && ids.length > 0,
  });
  useInboxChanges(() => isShown && ids.length > 0 && void refetch(), pauseMs);
  return data ?? none;
}

const none: ViewCounts = new Map();
