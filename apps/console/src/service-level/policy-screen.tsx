import { getSlaPolicy } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { newPolicy, templateNames } from './policy-form.ts';

/** One policy, or a new one. */
export function PolicyScreen() {
  const t = useTexts();
  const { policy } = useParams({ from: '/person/$project/settings/service-levels/$policy' });
  return (
    <div>
      <BackLink to="/$project/settings/service-levels">{t('settings.sla')}</BackLink>
      {policy === 'new' ? <NewPolicy /> : <StoredPolicy key={policy} id={policy} />}
    </div>
  );
}

function NewPolicy() {
  const t = useTexts();
  const { from } = useSearch({ from: '/person/$project/settings/service-levels/$policy' });
  const policy = useMemo(() => {
    const template = templateNames.find((name) => name === from);
    return newPolicy(template, template ? t(`settings.sla.template.${template}`) : '');
  }, [from, t]);
  return <PolicyEditor policy={policy} />;
}

function StoredPolicy({ id }: { id: string }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const query = useQuery({
    queryKey: ['sla_policy', projectId, id],
    queryFn: () => getSlaPolicy(parley, { policy_id: id }),
  });
  if (query.data) return <PolicyEditor policy={query.data} />;
  if (query.isPending) return <Skeleton className="h-64 max-w-3xl" />;
  return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
}
