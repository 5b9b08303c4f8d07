import { listRequests } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { useTexts } from './texts.tsx';
import { useWorkplace } from './workplace.tsx';

/** How many open conversations an act on a bot or a department concerns; nothing until it is known. */
export function OpenConversations({ of }: { of: { participant: string } | { dept_id: string } }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { data } = useQuery({
    queryKey: ['open-conversations', projectId, of],
    queryFn: ({ signal }) => listRequests(parley, { ...of, view: 'row', limit: 1 }, { signal }),
    gcTime: 0,
  });
  return data?.count !== undefined && <p>{t('state.openConversations', { count: data.count })}</p>;
}
