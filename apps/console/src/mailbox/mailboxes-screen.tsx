import { Link, useParams } from '@tanstack/react-router';
import { Mail, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useMailboxes } from '../app/use-mailboxes.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { EmailText } from '../ui/email-text.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { MailboxScreen } from './mailbox-screen.tsx';
import { MailboxState } from './mailbox-state.tsx';
import { MailboxWizard } from './mailbox-wizard.tsx';
import { Suppressions } from './suppressions.tsx';

/** The mailbox that the address names, else all of them and what stands below their list. */
export function MailboxesScreen({ children }: { children: ReactNode }) {
  const { mailbox } = useParams({ from: '/person/$project/settings/mailboxes/{-$mailbox}' });
  return mailbox === undefined ? <MailboxList below={children} /> : <MailboxScreen mailboxId={mailbox} />;
}

/** Addresses at which mail becomes conversations. */
function MailboxList({ below }: { below: ReactNode }) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const [creating, setCreating] = useState(false);
  const query = useMailboxes();
  if (query.isError && !query.data)
    return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-48 max-w-4xl" />;
  const add = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden />
      {t('mail.new')}
    </Button>
  );
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      {query.data.length === 0 ? (
        <Empty icon={<Mail size={28} strokeWidth={1.5} />} title={t('mail.none')} action={add}>
          {t('mail.noneText')}
        </Empty>
      ) : (
        <>
          <div className="flex justify-end">{add}</div>
          <Table
            label={t('settings.mailboxes')}
            rows={query.data}
            keyOf={({ _id }) => _id}
            columns={[
              {
                id: 'address',
                title: t('mail.address'),
                cell: ({ _id, address }) => (
                  <Link
                    to="/$project/settings/mailboxes/{-$mailbox}"
                    params={{ project: projectId, mailbox: _id }}
                    className="font-semibold text-accent underline-offset-2 hover:underline"
                  >
                    <EmailText address={address} />
                  </Link>
                ),
              },
              { id: 'name', title: t('mail.name'), folds: true, cell: ({ name }) => <bdi>{name}</bdi> },
              {
                id: 'incoming',
                title: t('mail.incoming'),
                onlyDesktop: true,
                cell: ({ inbound }) => inbound && t(`mail.in.${inbound.type}`),
              },
              { id: 'state', title: t('settings.state'), cell: (one) => <MailboxState mailbox={one} /> },
            ]}
          />
        </>
      )}
      <Suppressions />
      {below}
      {creating && <MailboxWizard onStored={() => void query.refetch()} onClose={() => setCreating(false)} />}
    </div>
  );
}
