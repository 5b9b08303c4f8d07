import { listRequests } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Empty } from '../ui/states.tsx';

/** Whether the project has never had a conversation. */
export function useIsEmpty(): boolean {
  const { parley, projectId } = useWorkplace();
  const { data } = useQuery({
    queryKey: ['analytics-begun', projectId],
    queryFn: ({ signal }) => listRequests(parley, { status: 'all', view: 'row', no_count: true, limit: 1 }, { signal }),
    staleTime: 30_000,
  });
  return data?.requests.length === 0;
}

/** In place of empty charts: what fills them. */
export function NothingYet() {
  const t = useTexts();
  const { projectId } = useWorkplace();
  return (
    <Empty
      icon={<ChartColumn size={28} strokeWidth={1.5} />}
      title={t('analytics.nothingYet')}
      action={
        <Link
          to="/$project/settings/widget"
          params={{ project: projectId }}
          className="font-semibold text-accent underline underline-offset-2"
        >
          {t('analytics.install')}
        </Link>
      }
    >
      {t('analytics.nothingYetText')}
    </Empty>
  );
}
