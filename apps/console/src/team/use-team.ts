import { listTeammates, paginate, type TeammateView } from '@parley/sdk';
import { topics } from '@parley/sdk/realtime';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';

import { useWorkplace } from '../app/workplace.tsx';
import { withTeammate } from './team-list.ts';

/** Teammates beyond these are not shown. */
const maxPeople = 1000;

export interface Team {
  query: UseQueryResult<readonly TeammateView[]>;
  /** Takes a record that a call has answered. */
  put: (teammate: TeammateView) => void;
}

/** All teammates, removed ones too, kept current by the team’s topic. */
export function useTeam(): Team {
  const { parley, projectId, connection } = useWorkplace();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['team', projectId],
    queryFn: async () => {
      const team: TeammateView[] = [];
      for await (const one of paginate(listTeammates, parley, { trashed: true }, { limit: 200, max: maxPeople }))
        team.push(one);
      return team as readonly TeammateView[];
    },
  });

  const apply = useCallback(
    (changes: readonly { method: string; message: TeammateView }[]) =>
      queries.setQueryData<readonly TeammateView[]>(
        ['team', projectId],
        (team) => team && changes.reduce(withTeammate, team),
      ),
    [queries, projectId],
  );

  const { isSuccess } = query;
  useEffect(() => {
    if (!isSuccess) return;
    return connection.live.subscribe<TeammateView>(topics.team(), {
      onSnapshot: (records) => apply(records.map((message) => ({ method: 'UPDATE', message }))),
      onFrame: (frame) => apply([frame]),
    });
  }, [connection, isSuccess, apply]);

  return { query, put: (message) => apply([{ method: 'UPDATE', message }]) };
}
