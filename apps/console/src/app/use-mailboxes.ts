import { listMailboxes, type MailboxView } from '@parley/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import { useWorkplace } from './workplace.tsx';

/** Mailboxes of the project; teammates who are no admins see what concerns their answers. */
export function useMailboxes(): UseQueryResult<MailboxView[]> {
  const { parley, projectId } = useWorkplace();
  return useQuery({ queryKey: ['mailboxes', projectId], queryFn: () => listMailboxes(parley) });
}
