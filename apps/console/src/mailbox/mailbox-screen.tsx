import { deleteMailbox, getMailbox, type MailboxView } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { RecordFailure } from '../app/record-failure.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Section } from '../ui/page.tsx';
import { Skeleton } from '../ui/states.tsx';
import { DnsRecords } from './dns-records.tsx';
import { InboundLedger } from './inbound-ledger.tsx';
import { MailboxEditor } from './mailbox-editor.tsx';
import { MailboxServers } from './mailbox-servers.tsx';
import { MailboxTrouble } from './mailbox-state.tsx';

/** One mailbox: whether it works, its servers, what it sends, and every mail that came in. */
export function MailboxScreen({ mailboxId: mailbox_id }: { mailboxId: string }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const query = useQuery({
    queryKey: ['mailbox', projectId, mailbox_id],
    queryFn: () => getMailbox(parley, { mailbox_id }),
  });
  const mailbox = query.data;
  return (
    <>
      <BackLink to="/$project/settings/mailboxes/{-$mailbox}">{t('settings.mailboxes')}</BackLink>
      {query.error && !mailbox ? (
        <RecordFailure error={query.error} missing="mailbox_not_found" onRetry={() => void query.refetch()} />
      ) : mailbox ? (
        <div key={mailbox._id} className="flex flex-col">
          <div className="mb-4 flex max-w-3xl flex-col gap-3 empty:hidden">
            <MailboxTrouble mailbox={mailbox} />
          </div>
          <MailboxServers mailbox={mailbox} />
          <MailboxEditor mailbox={mailbox} />
          <DnsRecords mailbox={mailbox} />
          <Removal mailbox={mailbox} />
          <InboundLedger mailbox={mailbox} />
        </div>
      ) : (
        <Skeleton className="h-48 max-w-3xl" />
      )}
    </>
  );
}

function Removal({ mailbox: { _id: mailbox_id, address } }: { mailbox: MailboxView }) {
  const t = useTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { parley, projectId } = useWorkplace();
  const [asked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteMailbox(parley, { mailbox_id }),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: ['mailboxes', projectId] });
      await navigate({
        to: '/$project/settings/mailboxes/{-$mailbox}',
        params: { project: projectId, mailbox: undefined },
        ignoreBlocker: true,
      });
    },
  });
  return (
    <Section title={t('mail.remove')} help={t('mail.removeText')}>
      <div>
        <Button look="danger" onClick={() => setAsked(true)}>
          {t('mail.remove')}
        </Button>
      </div>
      {asked && (
        <Confirm
          title={t('mail.removeTitle', { address })}
          action={t('mail.remove')}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsked(false)}
        >
          <p>{t('mail.removeText')}</p>
        </Confirm>
      )}
    </Section>
  );
}
