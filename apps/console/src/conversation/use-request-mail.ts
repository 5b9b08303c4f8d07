import { getRequestMail } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { useWorkplace } from '../app/workplace.tsx';

/** By which mailbox a conversation goes, and who gets its answers. */
export function useRequestMail(requestId: string) {
  const { parley, projectId } = useWorkplace();
  const queryKey = ['request-mail', projectId, requestId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const { mailbox, to, cc } = await getRequestMail(parley, { request_id: requestId });
      return { mailbox, to, cc };
    },
  });
  return { queryKey, data, error, refetch };
}
