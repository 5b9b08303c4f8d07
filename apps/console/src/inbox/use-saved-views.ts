import { listViews } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { useWorkplace } from '../app/workplace.tsx';
import { type SavedView, savedViewsOf } from './saved-views.ts';

export const viewsKey = (projectId: string) => ['views', projectId];

/** Views that the person sees: shared ones and their own; undefined until they are known. */
export function useSavedViews(): readonly SavedView[] | undefined {
  const { parley, projectId } = useWorkplace();
  const { data } = useQuery({
    queryKey: viewsKey(projectId),
    queryFn: async () => savedViewsOf((await listViews(parley)).views),
    staleTime: 60_000,
  });
  return data;
}
