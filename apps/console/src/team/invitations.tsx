import { deleteInvitation, type InvitationView, listInvitations, resendInvitation } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { EmailText } from '../ui/email-text.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { roleWords } from './teammate.ts';

/** Invitations that no one has accepted yet. */
export function Invitations() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { day } = useFormats();
  const [leaving, setLeaving] = useState<InvitationView>();
  const query = useQuery({
    queryKey: ['invitations', projectId],
    queryFn: () => listInvitations(parley, { limit: 200 }),
  });
  const resend = useMutation({
    mutationFn: ({ _id }: InvitationView) => resendInvitation(parley, { invitation_id: _id }),
    onSuccess: (_, { email }) => {
      toast.add({ title: t('team.resent', { email }) });
      void query.refetch();
    },
    meta: { action: 'invitation.resend' },
  });
  const cancel = useMutation({
    mutationFn: ({ _id }: InvitationView) => deleteInvitation(parley, { invitation_id: _id }),
    onSuccess: () => {
      setLeaving(undefined);
      void query.refetch();
    },
  });

  if (query.isError && !query.data)
    return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-20" />;
  if (query.data.length === 0) return null;
  return (
    <section aria-label={t('team.invitations')} className="flex flex-col gap-2">
      <h2 className="text-title font-semibold">{t('team.invitations')}</h2>
      <Table
        label={t('team.invitations')}
        rows={query.data}
        keyOf={({ _id }) => _id}
        columns={[
          {
            id: 'email',
            title: t('team.email'),
            cell: ({ email }) => <EmailText address={email} className="max-md:break-all" />,
          },
          {
            id: 'role',
            title: t('team.role'),
            folds: true,
            cell: ({ role }) => t(roleWords[role] ?? 'team.role.none'),
          },
          {
            id: 'expires',
            title: t('team.expires'),
            onlyWide: true,
            cell: ({ expiresAt }) => day(Date.parse(expiresAt), Date.now()),
          },
          {
            id: 'actions',
            title: t('team.actions'),
            isActions: true,
            cell: (invitation) => (
              <span className="inline-flex flex-wrap justify-end gap-1 md:flex-nowrap">
                <Button small onClick={() => resend.mutate(invitation)}>
                  {t('team.resend')}
                </Button>
                <Button small look="danger" onClick={() => setLeaving(invitation)}>
                  {t('team.withdraw')}
                </Button>
              </span>
            ),
          },
        ]}
      />
      {leaving && (
        <Confirm
          title={t('team.withdrawTitle', { email: leaving.email })}
          action={t('team.withdraw')}
          pending={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <p>{t('team.withdrawText')}</p>
        </Confirm>
      )}
    </section>
  );
}
