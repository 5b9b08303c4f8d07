import type { DepartmentRecordView } from '@parley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';

import { departmentName } from '../app/department-name.ts';
import { problemOf } from '../app/problem.ts';
import { isAtLeast } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { formOfDepartment } from './department-form.ts';
import { routingWords } from './routing-field.tsx';
import { useBots, useDepartments, useGroups } from './use-lists.ts';

/** Departments: where conversations go. There is always at least the default one. */
export function DepartmentsScreen() {
  const t = useTexts();
  const navigate = useNavigate();
  const { projectId, teammate } = useWorkplace();
  const query = useDepartments();
  const groups = useGroups();
  const bots = useBots();

  if (query.isError) return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-40" />;
  const nameIn = (list: readonly { _id: string; name: string }[] | undefined, id: string) =>
    list?.find(({ _id }) => _id === id)?.name ?? t('team.unknown');
  const columns: Column<DepartmentRecordView>[] = [
    {
      id: 'name',
      title: t('team.name'),
      cell: (department) => (
        <span className="flex flex-wrap items-center gap-2">
          <Link
            to="/$project/team/departments/$department"
            params={{ project: projectId, department: department._id }}
            className="font-semibold text-accent underline-offset-2 hover:underline"
          >
            <bdi>{departmentName(department.name, t)}</bdi>
          </Link>
          {department.default && <Mark>{t('team.default')}</Mark>}
          {department.status !== 1 && <Mark>{t('team.hidden')}</Mark>}
        </span>
      ),
    },
    {
      id: 'routing',
      title: t('team.routing'),
      folds: true,
      cell: ({ routing }) => t(routingWords[routing] ?? 'team.unknown'),
    },
    {
      id: 'groups',
      title: t('team.groups'),
      cell: (department) => {
        const ids = formOfDepartment(department).groups;
        return ids.length === 0 ? t('team.everyone') : <bdi>{ids.map((id) => nameIn(groups.data, id)).join(', ')}</bdi>;
      },
    },
    {
      id: 'bot',
      title: t('team.bot'),
      onlyWide: true,
      cell: ({ id_bot }) => (id_bot === undefined ? t('team.noBot') : <bdi>{nameIn(bots.data, id_bot)}</bdi>),
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      {isAtLeast(teammate.role, 'admin') && (
        <div className="flex justify-end">
          <Button
            look="primary"
            onClick={() =>
              void navigate({
                to: '/$project/team/departments/$department',
                params: { project: projectId, department: 'new' },
              })
            }
          >
            <Plus size={16} aria-hidden />
            {t('team.newDepartment')}
          </Button>
        </div>
      )}
      <Table label={t('team.departments')} rows={query.data} keyOf={({ _id }) => _id} columns={columns} />
    </div>
  );
}

function Mark({ children }: { children: string }) {
  return <span className="rounded-box border border-line bg-raised px-1.5 text-small text-ink-soft">{children}</span>;
}
