import { listCannedResponses, type RequestRecord } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { useWorkplace } from '../app/workplace.tsx';
import { matchingResponses, placeholderValues } from './canned.ts';

/** Canned responses while the draft is `/` and the beginning of a name; undefined while it is not. */
export function useCannedResponses(text: string, request: RequestRecord | undefined) {
  const { parley, projectId, people, me } = useWorkplace();
  const asked = /^\/(\S*)$/.exec(text)?.[1];
  const { data } = useQuery({
    queryKey: ['canned', projectId],
    queryFn: () => listCannedResponses(parley, { limit: 200 }),
    enabled: asked !== undefined,
    staleTime: 60_000,
  });
  if (asked === undefined || !data) return undefined;
  return matchingResponses(data, asked, placeholderValues(request?.lead.fullname, people.nameOf(me)));
}
