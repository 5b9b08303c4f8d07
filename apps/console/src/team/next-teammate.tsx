import { type DepartmentRecordView, listDepartmentOperators } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';

/** Who would get the next conversation of a department, as it is stored. */
export function NextTeammate({ department }: { department: DepartmentRecordView }) {
  const t = useTexts();
  const { parley, people } = useWorkplace();
  const query = useQuery({
    queryKey: ['operators', department._id, department.__v],
    queryFn: () => listDepartmentOperators(parley, { department_id: department._id }),
  });
  const [next] = query.data?.operators ?? [];
  return (
    <Section title={t('team.next')} help={t('team.nextHelp')}>
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-10" />}
      {query.data && (
        <>
          <p className="text-title font-semibold">
            {next ? <bdi>{people.nameOf(next.id_user) ?? t('team.unknown')}</bdi> : t('team.nextNone')}
          </p>
          <p className="text-ink-soft">
            {t('team.candidates', { count: query.data.agents.length, available: query.data.available_agents.length })}
          </p>
          <div>
            <Button small onClick={() => void query.refetch()} pending={query.isFetching}>
              <RotateCw size={14} aria-hidden />
              {t('team.askAgain')}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
