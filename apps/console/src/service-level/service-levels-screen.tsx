import { listSlaPolicies } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { NotFound } from '../app/pages.tsx';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { Policies } from './policies.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { newPolicy, templateNames } from './policy-form.ts';

/** The policies of the project; one of them, or a new one. */
export function ServiceLevelsScreen() {
  const t = useTexts();
  const { policy } = useParams({ from: '/person/$project/settings/service-levels/{-$policy}' });
  if (policy === undefined) return <Policies />;
  return (
    <div>
      <BackLink to="/$project/settings/service-levels/{-$policy}">{t('settings.sla')}</BackLink>
      {policy === 'new' ? <NewPolicy /> : <StoredPolicy key={policy} id={policy} />}
    </div>
  );
}

function NewPolicy() {
  const t = useTexts();
  const { from } = useSearch({ from: '/person/$project/settings/service-levels/{-$policy}' });
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
    queryKey: ['sla_policies', projectId],
    queryFn: () => listSlaPolicies(parley, {}),
  });
  const policy = query.data?.sla_policies.find(({ _id }) => _id === id);
  if (policy) return <PolicyEditor policy={policy} />;
  // One that was made a moment ago comes with the next reading.
  if (query.isFetching) return <Skeleton className="h-64 max-w-3xl" />;
  if (query.data) return <NotFound />;
  return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
}
