import type { TeammateView } from '@parley/sdk';
import { Link, useSearch } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';

import { nameOfTeammate, userIdOf } from '../app/people.ts';
import { problemOf } from '../app/problem.ts';
import { isAtLeast } from '../app/roles.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useNow } from '../app/use-now.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { EmailText } from '../ui/email-text.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonMenu } from './person-menu.tsx';
import { limitOf, useRoleName } from './teammate.ts';
import { useTeam } from './use-team.ts';

/** Who works in the project: role, availability, presence and load, as they change. */
export function PeopleScreen() {
  const t = useTexts();
  const { projectId, teammate } = useWorkplace();
  const { removed: showsRemoved = false } = useSearch({ from: '/person/$project/team/people' });
  const { query, put } = useTeam();
  const [inviting, setInviting] = useState(false);
  const isAdmin = isAtLeast(teammate.role, 'admin');
  const columns = useColumns(isAdmin ? put : undefined);

  if (query.isPending) return <Skeleton className="h-64" />;
  if (query.isError && !query.data)
    return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  const people = query.data.filter(({ trashed }) => trashed === showsRemoved);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft">{t('team.count', { count: people.length })}</p>
        {isAdmin && (
          <div className="flex flex-wrap items-center gap-3">
            <Link
              to="/$project/team/people"
              params={{ project: projectId }}
              search={showsRemoved ? {} : { removed: true }}
              className="text-accent underline underline-offset-2"
            >
              {t(showsRemoved ? 'team.showActive' : 'team.showRemoved')}
            </Link>
            <Button look="primary" onClick={() => setInviting(true)}>
              <UserPlus size={16} aria-hidden />
              {t('team.invite')}
            </Button>
          </div>
        )}
      </div>
      {people.length > 0 ? (
        <Table label={t('team.people')} columns={columns} rows={people} keyOf={({ _id }) => _id} />
      ) : (
        <p className="text-ink-soft">{t('team.noneRemoved')}</p>
      )}
      {isAdmin && !showsRemoved && <Invitations />}
      {inviting && <InviteDialog onJoined={put} onClose={() => setInviting(false)} />}
    </div>
  );
}

/** @param put given to those who may change people */
function useColumns(put: ((teammate: TeammateView) => void) | undefined): Column<TeammateView>[] {
  const t = useTexts();
  const formats = useFormats();
  const now = useNow(60_000);
  const nameOfRole = useRoleName();
  const columns: Column<TeammateView>[] = [
    { id: 'name', title: t('team.name'), cell: (person) => <Person person={person} /> },
    {
      id: 'role',
      title: t('team.role'),
      folds: true,
      cell: (person) => <bdi>{nameOfRole(person)}</bdi>,
    },
    {
      id: 'availability',
      title: t('team.availability'),
      folds: true,
      cell: (person) => <Availability person={person} />,
    },
    { id: 'load', title: t('team.load'), isNumber: true, folds: true, cell: (person) => <Load person={person} /> },
    {
      id: 'seen',
      title: t('team.signedIn'),
      onlyDesktop: true,
      cell: ({ last_login_at: at }) => {
        const time = at === undefined ? undefined : Date.parse(at);
        return time === undefined ? t('team.never') : <span title={formats.full(time)}>{formats.ago(time, now)}</span>;
      },
    },
  ];
  if (!put) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      title: t('team.actions'),
      isActions: true,
      cell: (person) => <PersonMenu person={person} put={put} />,
    },
  ];
}

function Person({ person }: { person: TeammateView }) {
  const t = useTexts();
  const name = nameOfTeammate(person);
  const { id_user } = person;
  const email = typeof id_user === 'object' ? id_user.email : undefined;
  const online = person.presence.status === 'online';
  return (
    <span className="flex items-center gap-3">
      <Avatar
        id={userIdOf(person)}
        name={name}
        {...(typeof id_user === 'object' && { picture: id_user.avatar })}
        presence={{ online, word: t(online ? 'team.online' : 'team.offline') }}
      />
      <span className="flex min-w-0 flex-col">
        <bdi className="font-semibold">{name}</bdi>
        {email && email !== name && <EmailText address={email} className="text-small text-ink-soft" />}
      </span>
    </span>
  );
}

function Availability({
  person: { status, trashed, user_available: isAvailable, profileStatus },
}: {
  person: TeammateView;
}) {
  const t = useTexts();
  if (trashed) return <span className="text-ink-soft">{t('team.removed')}</span>;
  if (status === 'disabled') return <span className="text-bad">{t('team.disabled')}</span>;
  return (
    <span className="flex flex-col">
      <span className={isAvailable ? 'text-good' : 'text-ink-soft'}>
        {t(isAvailable ? 'team.available' : 'team.unavailable')}
      </span>
      {profileStatus && <bdi className="text-small text-ink-soft">{profileStatus}</bdi>}
    </span>
  );
}

/** Open conversations, of as many as they take at once. */
function Load({ person }: { person: TeammateView }) {
  const t = useTexts();
  const { number_assigned_requests: count, isBusy } = person;
  if (count === undefined) return t('team.unknown');
  const limit = limitOf(person);
  return (
    <span className={classes(isBusy && 'font-semibold text-warn')}>
      {limit === undefined ? t('team.loadOpen', { count }) : t('team.loadOf', { count, limit })}
      {isBusy && <span className="block text-small">{t('team.busy')}</span>}
    </span>
  );
}
