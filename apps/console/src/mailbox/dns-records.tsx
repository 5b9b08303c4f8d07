import { getMailboxDns, type MailboxView, makeDkimKey } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RotateCw } from 'lucide-react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';

/** Records of the domain by which receivers believe its mail, to copy, with what stands there now. */
export function DnsRecords({ mailbox: { _id: mailbox_id } }: { mailbox: MailboxView }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const query = useQuery({
    queryKey: ['mailbox-dns', projectId, mailbox_id],
    queryFn: () => getMailboxDns(parley, { mailbox_id }),
    staleTime: 0,
  });
  const key = useMutation({
    mutationFn: () => makeDkimKey(parley, { mailbox_id }),
    onSuccess: () => void query.refetch(),
  });
  const records = query.data?.records;
  const hasKey = records?.some(({ check, wanted }) => check === 'dkim' && wanted !== undefined);
  return (
    <Section title={t('mail.dns')} help={t('mail.dnsText')}>
      {query.isError && <Failure small problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-40" />}
      {records && (
        <ul className="flex flex-col gap-4">
          {records.map(({ check, ok, name, type, wanted, found }) => {
            const Icon = ok ? CircleCheck : CircleAlert;
            return (
              <li key={check} className="flex flex-col gap-1.5">
                <p className="flex flex-wrap items-center gap-x-2">
                  <Icon size={16} aria-hidden className={ok ? 'text-good' : 'text-warn'} />
                  <span className="font-semibold">{check.toUpperCase()}</span>
                  <span className={ok ? 'text-good' : 'text-warn'}>{t(ok ? 'mail.dns.ok' : 'mail.dns.missing')}</span>
                  <span className="text-ink-soft">
                    {type} <bdi className="break-all">{name}</bdi>
                  </span>
                </p>
                <p className="text-small text-ink-soft">{t(`mail.dns.${check}`)}</p>
                {wanted !== undefined && !ok && (
                  <>
                    <CopyText text={name} />
                    <CopyText text={wanted} />
                  </>
                )}
                {found.length > 0 && (
                  <p className="text-small text-ink-soft">
                    {t('mail.dns.found')} <bdi className="break-all">{found.join(' · ')}</bdi>
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <RefusedCall error={key.error} onRetry={() => key.mutate()} />
      <div className="flex flex-wrap gap-2">
        <Button pending={query.isFetching} onClick={() => void query.refetch()}>
          <RotateCw size={14} aria-hidden />
          {t('mail.dns.again')}
        </Button>
        {records && !hasKey && (
          <Button pending={key.isPending} onClick={() => key.mutate()}>
            {t('mail.dns.makeKey')}
          </Button>
        )}
      </div>
    </Section>
  );
}
