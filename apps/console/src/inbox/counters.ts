import { getRequestCounters, type OutputOf } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { useInboxChanges } from '../app/use-inbox-changes.ts';
import { useWorkplace } from '../app/workplace.tsx';

export type Counters = OutputOf<typeof getRequestCounters>;

/** Asked for again after frames, at most so often. Source: contract 82 section 5. */
const pauseMs = 5000;

/** Figures beside views and departments. */
export function useCounters(): Counters | undefined {
  const { parley, projectId } = useWorkplace();
  const { data, refetch } = useQuery({
    queryKey: ['counters', projectId],
    queryFn: () => getRequestCounters(parley),
    staleTime: pauseMs,
  });

  useInboxChanges(() => void refetch(), pauseMs);
  return data;
}
