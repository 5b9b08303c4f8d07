import { type DepartmentRecordView, deleteDepartment, getDepartment } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { departmentName } from '../app/department-name.ts';
import { OpenConversations } from '../app/open-conversations.tsx';
import { RecordFailure } from '../app/record-failure.tsx';
import { isAtLeast } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Section } from '../ui/page.tsx';
import { Skeleton } from '../ui/states.tsx';
import { DepartmentEditor } from './department-editor.tsx';
import { newDepartment } from './department-form.ts';
import { NextTeammate } from './next-teammate.tsx';

export function DepartmentScreen() {
  const t = useTexts();
  const { parley, projectId, teammate } = useWorkplace();
  const { department: department_id } = useParams({ from: '/person/$project/team/departments/$department' });
  const isNew = department_id === 'new';
  const query = useQuery({
    queryKey: ['department', projectId, department_id],
    // To teammates the API gives the full record.
    queryFn: async () => (await getDepartment(parley, { department_id })) as DepartmentRecordView,
    enabled: !isNew,
  });
  // Agents read what is there.
  if (isNew && !isAtLeast(teammate.role, 'admin'))
    return <Navigate to="/$project/team/departments" params={{ project: projectId }} replace />;
  const department = isNew ? newDepartment : query.data;
  return (
    <>
      <BackLink to="/$project/team/departments">{t('team.departments')}</BackLink>
      <div className="gap-6 xl:grid xl:grid-cols-[minmax(0,48rem)_minmax(0,24rem)] xl:items-start">
        {department ? (
          <DepartmentEditor key={department_id} department={department} />
        ) : query.error ? (
          <RecordFailure error={query.error} missing="department_not_found" onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-64" />
        )}
        {department && !isNew && (
          <div>
            <NextTeammate department={department} />
            {isAtLeast(teammate.role, 'admin') && <Removal department={department} />}
          </div>
        )}
      </div>
    </>
  );
}

function Removal({ department }: { department: DepartmentRecordView }) {
  const t = useTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { parley, projectId } = useWorkplace();
  const [asked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteDepartment(parley, { department_id: department._id }),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: ['departments', projectId] });
      await navigate({ to: '/$project/team/departments', params: { project: projectId }, ignoreBlocker: true });
    },
  });
  return (
    <Section title={t('team.removeDepartment')} help={t('team.removeDepartmentText')}>
      <div>
        <Button
          look="danger"
          onClick={() => setAsked(true)}
          refusal={department.default ? t('team.defaultStays') : undefined}
        >
          {t('team.removeDepartment')}
        </Button>
      </div>
      {asked && (
        <Confirm
          title={t('team.removeDepartmentTitle', { name: departmentName(department.name, t) })}
          action={t('team.removeDepartment')}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsked(false)}
        >
          <p>{t('team.removeDepartmentText')}</p>
          <OpenConversations of={{ dept_id: department._id }} />
        </Confirm>
      )}
    </Section>
  );
}
