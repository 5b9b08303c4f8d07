import { createGroup, type GroupView, getGroup, limits, updateGroup } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';

import { nameOfTeammate, userIdOf } from '../app/people.ts';
import { fieldProblem } from '../app/problem.ts';
import { RecordFailure } from '../app/record-failure.tsx';
import { RecordFormEnd, RecordFormPage, useRecordForm } from '../app/record-form.tsx';
import { isAtLeast } from '../app/roles.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Skeleton } from '../ui/states.tsx';
import { CheckList } from './check-list.tsx';
import { useTeam } from './use-team.ts';

const newGroup: GroupView = {
  _id: '',
  id: '',
  __v: 0,
  id_project: '',
  createdBy: '',
  createdAt: '',
  updatedAt: '',
  name: '',
  members: [],
  enabled: true,
  trashed: false,
  attributes: {},
};

export function GroupScreen() {
  const t = useTexts();
  const { parley, projectId, teammate } = useWorkplace();
  const { group: group_id } = useParams({ from: '/person/$project/team/groups/$group' });
  const isNew = group_id === 'new';
  const query = useQuery({
    queryKey: ['group', projectId, group_id],
    queryFn: () => getGroup(parley, { group_id }),
    enabled: !isNew,
  });
  // Agents read what is there.
  if (isNew && !isAtLeast(teammate.role, 'admin'))
    return <Navigate to="/$project/team/groups" params={{ project: projectId }} replace />;
  const group = isNew ? newGroup : query.data;
  return (
    <>
      <BackLink to="/$project/team/groups">{t('team.groups')}</BackLink>
      {group ? (
        <GroupForm key={group_id} group={group} />
      ) : query.error ? (
        <RecordFailure error={query.error} missing="group_not_found" onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </>
  );
}

const formOf = ({ name, members }: GroupView) => ({ name, members });

function GroupForm({ group }: { group: GroupView }) {
  const t = useTexts();
  const { parley, projectId, people, teammate } = useWorkplace();
  const { query: team } = useTeam();
  const isNew = group._id === '';
  const form = useRecordForm({
    listKey: ['groups', projectId],
    recordKey: (id) => ['group', projectId, id],
    pageOf: (group) => ({ to: '/$project/team/groups/$group', params: { project: projectId, group } }),
    record: group,
    formOf,
    save: (changes, from) =>
      isNew
        ? createGroup(parley, { name: '', ...changes })
        : updateGroup(parley, { group_id: from._id, ...changes }, { ifMatch: etagOf(from) }),
    reload: () => getGroup(parley, { group_id: group._id }),
  });
  const { draft, set, error } = form;
  const isAdmin = isAtLeast(teammate.role, 'admin');

  const living = (team.data ?? []).filter(({ trashed }) => !trashed);
  const choices = living.map((one) => ({
    value: userIdOf(one),
    label: nameOfTeammate(one),
    // A disabled teammate stays in their groups, but cannot be put into one.
    ...(one.status === 'disabled' && { hint: t('team.disabled'), isFixed: !draft.members.includes(userIdOf(one)) }),
  }));

  return (
    <RecordFormPage form={form}>
      <Section title={isNew ? t('team.newGroup') : group.name} help={t('team.groupHelp')}>
        <fieldset disabled={!isAdmin} className="flex flex-col gap-4">
          <Field
            label={t('team.name')}
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
            required
            maxLength={limits.updateGroup.name?.maxLength}
            problem={fieldProblem(error, 'name')}
          />
          <CheckList
            label={t('team.members')}
            choices={choices}
            selected={draft.members}
            onChange={(members) => set({ members: [...members] })}
            problem={fieldProblem(error, 'members')}
          />
        </fieldset>
        {isAdmin && (
          <RecordFormEnd
            form={form}
            verb="GROUP_UPDATE"
            names={(name, { members, ...rest }) =>
              name === 'members'
                ? {
                    label: t('team.members'),
                    value: members.map((id) => people.nameOf(id) ?? id).join(', ') || t('team.noMembers'),
                  }
                : { label: t('team.name'), value: rest.name }
            }
          />
        )}
      </Section>
    </RecordFormPage>
  );
}
