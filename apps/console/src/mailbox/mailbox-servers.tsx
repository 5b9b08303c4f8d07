import { checkStoredMailbox, type MailboxView, rotateMailboxSecret, updateMailbox } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog, RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { SecretDialog } from '../webhook/secret-dialog.tsx';
import { CheckResult } from './check-result.tsx';
import { draftOf, serversOf } from './mailbox-draft.ts';
import { MailboxState } from './mailbox-state.tsx';
import { IncomingStep, OutgoingStep } from './mailbox-steps.tsx';

/** Through which servers mail of this mailbox comes and goes, and whether they can be used. */
export function MailboxServers({ mailbox }: { mailbox: MailboxView }) {
  const t = useTexts();
  const queries = useQueryClient();
  const { parley, projectId } = useWorkplace();
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { _id: mailbox_id, address, inbound, outbound } = mailbox;
  const rotate = useMutation({
    mutationFn: () => rotateMailboxSecret(parley, { mailbox_id }),
    onSuccess: (answer) => setSecret(answer.secret),
  });
  const serverOf = ({ host, port, username }: { host?: string; port?: number; username?: string }) =>
    [host && `${host}:${port ?? ''}`, username].filter(Boolean).join(' · ');
  return (
    <Section title={address}>
      <dl className="grid grid-cols-[auto_minmax(55%,1fr)] gap-x-4 gap-y-1.5">
        <Fact label={t('settings.state')}>
          <MailboxState mailbox={mailbox} />
        </Fact>
        {inbound && (
          <Fact label={t('mail.incoming')}>
            {t(`mail.in.${inbound.type}`)} <bdi className="break-all text-ink-soft">{serverOf(inbound)}</bdi>
          </Fact>
        )}
        {outbound && (
          <Fact label={t('mail.outgoing')}>
            {t(outbound.type === 'smtp' ? 'mail.out.own' : `mail.out.${outbound.type}`)}{' '}
            <bdi className="break-all text-ink-soft">{serverOf(outbound)}</bdi>
          </Fact>
        )}
      </dl>
      {inbound?.url && (
        <div className="flex flex-col gap-2">
          <p className="font-semibold">{t('mail.webhookUrl')}</p>
          <CopyText text={inbound.url} />
          <p className="text-small text-ink-soft">{t('mail.webhookUrlText')}</p>
        </div>
      )}
      <SendTest mailboxId={mailbox_id} />
      <RefusedCall error={rotate.error} onRetry={() => rotate.mutate()} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setEditing(true)}>{t('mail.changeServers')}</Button>
        {inbound?.type === 'webhook' && (
          <Button pending={rotate.isPending} onClick={() => rotate.mutate()}>
            {t('settings.webhooks.rotate')}
          </Button>
        )}
      </div>
      {isEditing && (
        <ServersDialog
          mailbox={mailbox}
          onStored={(stored) => queries.setQueryData(['mailbox', projectId, mailbox_id], stored)}
          onClose={() => setEditing(false)}
        />
      )}
      {secret !== undefined && (
        <SecretDialog secret={secret} note={t('mail.secretNote')} onClose={() => setSecret(undefined)} />
      )}
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Tries the servers, and sends a mail if an address is given. */
function SendTest({ mailboxId }: { mailboxId: string }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const [to, setTo] = useState('');
  const test = useMutation({
    mutationFn: () => checkStoredMailbox(parley, { mailbox_id: mailboxId, ...(to.trim() && { to: to.trim() }) }),
  });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!test.isPending) test.mutate();
      }}
    >
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <Field
            label={t('mail.testTo')}
            type="email"
            dir="ltr"
            maxLength={254}
            value={to}
            onChange={({ target }) => setTo(target.value)}
            help={t('mail.testHelp')}
            problem={fieldProblem(test.error, 'to')}
          />
        </div>
        <div className="pt-6">
          <Button type="submit" pending={test.isPending}>
            {t(to.trim() === '' ? 'mail.test' : 'mail.sendTest')}
          </Button>
        </div>
      </div>
      {test.data && <CheckResult checked={test.data} />}
      <RefusedCall error={test.error} onRetry={() => test.mutate()} />
    </form>
  );
}

interface ServersDialogProps {
  mailbox: MailboxView;
  onStored: (mailbox: MailboxView) => void;
  onClose: () => void;
}

function ServersDialog({ mailbox, onStored, onClose }: ServersDialogProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const [draft, setDraft] = useState(() => draftOf(mailbox));
  const save = useMutation({
    mutationFn: () => updateMailbox(parley, { mailbox_id: mailbox._id, ...serversOf(draft) }),
    onSuccess: (stored) => {
      onStored(stored);
      onClose();
    },
  });
  const step = {
    draft,
    set: (change: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...change })),
    error: save.error,
  };
  return (
    <FormDialog
      wide
      title={t('mail.changeServers')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
      pending={save.isPending}
      error={save.error}
    >
      <p className="text-ink-soft">{t('mail.secretsStay')}</p>
      <IncomingStep {...step} />
      <OutgoingStep {...step} />
    </FormDialog>
  );
}
