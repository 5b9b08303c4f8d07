import { getRequestCounters, type OutputOf } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { useWorkplace } from '../app/workplace.tsx';

export type Counters = OutputOf<typeof getRequestCounters>;

/** Asked for again after frames, at most so often. Source: contract 82 section 5. */
const pauseMs = 5000;

/** Figures beside views and departments. */
export function useCounters(): Counters | undefined {
  const { parley, projectId, connection } = useWorkplace();
  const { data, refetch } = useQuery({
    queryKey: ['counters', projectId],
    queryFn: () => getRequestCounters(parley),
    staleTime: pauseMs,
  });

  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined;
    let askedAt = Date.now();
    const ask = () => {
      due ??= setTimeout(
        () => {
          due = undefined;
          askedAt = Date.now();
          void refetch();
        },
        Math.max(0, askedAt + pauseMs - Date.now()),
      );
    };
    const unsubscribe = connection.listenToInbox({ onFrame: ask, onGap: ask });
    return () => {
      clearTimeout(due);
      unsubscribe();
    };
  }, [connection, refetch]);

  return data;
}
