import { deleteGroup, disableGroup, enableGroup, type GroupView } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus, UsersRound } from 'lucide-react';
import { useState } from 'react';

import { failures } from '../app/failures.ts';
import { problemOf } from '../app/problem.ts';
import { isAtLeast } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { useGroups } from './use-lists.ts';

/** Groups of teammates, to which departments route. */
export function GroupsScreen() {
  const t = useTexts();
  const navigate = useNavigate();
  const { projectId, teammate, people } = useWorkplace();
  const query = useGroups();
  const isAdmin = isAtLeast(teammate.role, 'admin');

  if (query.isError && !query.data)
    return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-40" />;
  const create = isAdmin && (
    <Button
      look="primary"
      onClick={() =>
        void navigate({ to: '/$project/team/groups/$group', params: { project: projectId, group: 'new' } })
      }
    >
      <Plus size={16} aria-hidden />
      {t('team.newGroup')}
    </Button>
  );
  if (query.data.length === 0)
    return (
      <Empty icon={<UsersRound size={28} strokeWidth={1.5} />} title={t('team.noGroups')} action={create}>
        {t('team.noGroupsText')}
      </Empty>
    );
  const columns: Column<GroupView>[] = [
    {
      id: 'name',
      title: t('team.name'),
      cell: ({ _id, name }) => (
        <Link
          to="/$project/team/groups/$group"
          params={{ project: projectId, group: _id }}
          className="font-semibold text-accent underline-offset-2 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: 'members',
      title: t('team.members'),
      folds: true,
      cell: ({ members }) => <Names names={members.map((id) => people.nameOf(id) ?? t('team.unknown'))} />,
    },
    {
      id: 'state',
      title: t('team.state'),
      folds: true,
      cell: ({ enabled }) => t(enabled ? 'team.groupOn' : 'team.groupOff'),
    },
  ];
  const actions: Column<GroupView> = {
    id: 'actions',
    title: t('team.actions'),
    isActions: true,
    cell: (group) => <GroupActions group={group} onChanged={() => void query.refetch()} />,
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex justify-end">{create}</div>
      <Table
        label={t('team.groups')}
        rows={query.data}
        keyOf={({ _id }) => _id}
        columns={isAdmin ? [...columns, actions] : columns}
      />
    </div>
  );
}

const maxNames = 4;

function Names({ names }: { names: readonly string[] }) {
  const t = useTexts();
  const more = names.length - maxNames;
  return (
    <span>
      <bdi>{names.slice(0, maxNames).join(', ')}</bdi>
      {more > 0 && ` ${t('team.moreNames', { count: more })}`}
      {names.length === 0 && t('team.noMembers')}
    </span>
  );
}

function GroupActions({
  group: { _id: group_id, name, enabled, members },
  onChanged,
}: {
  group: GroupView;
  onChanged: () => void;
}) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const [asked, setAsked] = useState<'disable' | 'remove'>();
  const change = useMutation({
    mutationFn: (call: () => Promise<GroupView>) => call(),
    onSuccess: () => {
      setAsked(undefined);
      onChanged();
    },
  });
  const isRemoval = asked === 'remove';
  const enable = async () => {
    await enableGroup(parley, { group_id });
    onChanged();
  };
  return (
    <span className="inline-flex flex-wrap justify-end gap-1 md:flex-nowrap">
      <Button small onClick={() => (enabled ? setAsked('disable') : failures.run('group.enable', enable))}>
        {t(enabled ? 'team.disable' : 'team.enable')}
      </Button>
      <Button small look="danger" onClick={() => setAsked('remove')}>
        {t('team.removeGroup')}
      </Button>
      {asked && (
        <Confirm
          title={t(isRemoval ? 'team.removeGroupTitle' : 'team.disableTitle', { name })}
          action={t(isRemoval ? 'team.removeGroup' : 'team.disable')}
          pending={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate(() => (isRemoval ? deleteGroup : disableGroup)(parley, { group_id }))}
          onClose={() => setAsked(undefined)}
        >
          <p>{isRemoval ? t('team.removeGroupText', { count: members.length }) : t('team.disableGroupText')}</p>
        </Confirm>
      )}
    </span>
  );
}
