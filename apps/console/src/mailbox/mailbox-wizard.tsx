import { checkMailbox, createMailbox, isParleyError } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { SecretDialog } from '../webhook/secret-dialog.tsx';
import { CheckResult, isGood } from './check-result.tsx';
import { checkOf, emptyDraft, type MailboxDraft, newMailboxOf, stepOf } from './mailbox-draft.ts';
import { AddressStep, IncomingStep, OutgoingStep } from './mailbox-steps.tsx';

const steps = ['mail.step.address', 'mail.step.incoming', 'mail.step.outgoing'] as const;

/** A new mailbox in three steps; its servers are tried before it is made. */
export function MailboxWizard({ onStored, onClose }: { onStored: () => void; onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId } = useWorkplace();
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState(emptyDraft);
  const [secret, setSecret] = useState<{ text: string; mailbox: string }>();
  /** To the step of the first field that is refused. */
  const onError = (error: unknown) => {
    const [first] = isParleyError(error) ? error.errors : [];
    if (isParleyError(error, 'address_taken') || isParleyError(error, 'address_invalid')) setStep(0);
    else if (first) setStep(stepOf(first.param));
  };
  const check = useMutation({ mutationFn: (now: MailboxDraft) => checkMailbox(parley, checkOf(now)), onError });
  const create = useMutation({
    mutationFn: (now: MailboxDraft) => createMailbox(parley, newMailboxOf(now)),
    onError,
    onSuccess: (stored) => {
      onStored();
      if (stored.secret === undefined) open(stored._id);
      else setSecret({ text: stored.secret, mailbox: stored._id });
    },
  });
  const error = create.error ?? check.error;

  function open(mailbox: string) {
    onClose();
    void navigate({ to: '/$project/settings/mailboxes/{-$mailbox}', params: { project: projectId, mailbox } });
  }

  function set(change: Partial<MailboxDraft>) {
    check.reset();
    create.reset();
    setDraft((now) => ({ ...now, ...change }));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (check.isPending || create.isPending) return;
    if (step < 2) return setStep(step + 1);
    // What was tried and did not work is made all the same when it is asked for again.
    if (check.data && !isGood(check.data)) return create.mutate(draft);
    const checked = await check.mutateAsync(draft).catch(() => undefined);
    if (checked && isGood(checked)) create.mutate(draft);
  }

  if (secret)
    return <SecretDialog secret={secret.text} note={t('mail.secretNote')} onClose={() => open(secret.mailbox)} />;
  const wasRefused = check.data !== undefined && !isGood(check.data);
  const action = step < 2 ? 'mail.next' : wasRefused ? 'mail.createAnyway' : 'mail.create';
  const Step = [AddressStep, IncomingStep, OutgoingStep][step] ?? AddressStep;
  return (
    <Dialog open wide title={t('mail.new')} onClose={onClose} closeLabel={t('state.close')}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <ol aria-label={t('mail.steps')} className="flex flex-wrap gap-x-4 gap-y-1 text-small">
          {steps.map((word, index) => (
            <li
              key={word}
              aria-current={index === step ? 'step' : undefined}
              className="text-ink-soft aria-[current]:font-semibold aria-[current]:text-accent"
            >
              {index + 1}. {t(word)}
            </li>
          ))}
        </ol>
        <Step draft={draft} set={set} error={error} />
        {check.data && <CheckResult checked={check.data} />}
        <RefusedCall error={error} onRetry={() => (create.error ? create.mutate(draft) : check.mutate(draft))} />
        <div className="flex flex-wrap justify-end gap-2">
          {step === 0 ? (
            <Button onClick={onClose}>{t('state.cancel')}</Button>
          ) : (
            <Button onClick={() => setStep(step - 1)}>{t('mail.back')}</Button>
          )}
          <Button look="primary" type="submit" pending={check.isPending || create.isPending}>
            {t(action)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
