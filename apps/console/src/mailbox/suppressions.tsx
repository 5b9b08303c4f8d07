import { deleteMailSuppression, listMailSuppressions } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { EmailText } from '../ui/email-text.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Failure } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';

/** Addresses to which nothing is sent, where there are any. */
export function Suppressions() {
  const t = useTexts();
  const { full } = useFormats();
  const { parley, projectId } = useWorkplace();
  const query = useQuery({
    queryKey: ['mail-suppressions', projectId],
    queryFn: () => listMailSuppressions(parley),
  });
  const lift = useMutation({
    mutationFn: (address: string) => deleteMailSuppression(parley, { address }),
    onSuccess: () => void query.refetch(),
  });
  if (query.isError && !query.data)
    return <Failure small problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (!query.data || query.data.length === 0) return null;
  return (
    <section aria-label={t('mail.suppressed')} className="flex flex-col gap-3">
      <div>
        <h2 className="text-title font-semibold">{t('mail.suppressed')}</h2>
        <p className="text-ink-soft">{t('mail.suppressedText')}</p>
      </div>
      <RefusedCall error={lift.error} onRetry={() => lift.variables && lift.mutate(lift.variables)} />
      <Table
        label={t('mail.suppressed')}
        rows={query.data}
        keyOf={({ address }) => address}
        columns={[
          {
            id: 'address',
            title: t('mail.address'),
            cell: ({ address }) => <EmailText address={address} />,
          },
          { id: 'why', title: t('mail.why'), folds: true, cell: ({ why }) => t(`mail.why.${why}`) },
          {
            id: 'since',
            title: t('mail.since'),
            onlyDesktop: true,
            cell: ({ createdAt }) => full(Date.parse(createdAt)),
          },
          {
            id: 'actions',
            title: t('settings.actions'),
            isActions: true,
            cell: ({ address }) => (
              <Button
                small
                aria-label={t('mail.allowOne', { address })}
                pending={lift.isPending && lift.variables === address}
                onClick={() => lift.mutate(address)}
              >
                {t('mail.allow')}
              </Button>
            ),
          },
        ]}
      />
    </section>
  );
}
