import {
  addSignInDomain,
  deleteSignInDomain,
  listSignInDomains,
  type SignInDomainView,
  verifySignInDomain,
} from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmCall } from '../ui/confirm-call.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog, RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';

/** Domains whose addresses are of the company's own people, with the record that proves each. */
export function Domains() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<SignInDomainView>();
  const query = useQuery({ queryKey: ['sign_in_domains', projectId], queryFn: () => listSignInDomains(parley) });
  const done = () => {
    setAdding(false);
    setRemoved(undefined);
    void query.refetch();
  };
  const add = useMutation({ mutationFn: (domain: string) => addSignInDomain(parley, { domain }), onSuccess: done });
  return (
    <Section title={t('settings.signIn.domains')} help={t('settings.signIn.domainsHelp')}>
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-10" />}
      {query.data && query.data.length > 0 && (
        <ul className="flex flex-col gap-4">
          {query.data.map((domain) => (
            <DomainRow key={domain.domain} domain={domain} onChecked={done} onRemove={() => setRemoved(domain)} />
          ))}
        </ul>
      )}
      <div>
        <Button onClick={() => setAdding(true)}>{t('settings.signIn.addDomain')}</Button>
      </div>
      {isAdding && (
        <FormDialog
          title={t('settings.signIn.addDomain')}
          onSubmit={(form) => add.mutate(String(form.get('domain')).trim())}
          onClose={() => setAdding(false)}
          pending={add.isPending}
          error={add.error}
        >
          <Field
            label={t('settings.signIn.domain')}
            name="domain"
            dir="ltr"
            required
            placeholder="acme.example"
            problem={fieldProblem(add.error, 'domain')}
          />
        </FormDialog>
      )}
      {removed && (
        <ConfirmCall
          title={t('settings.signIn.removeTitle', { name: removed.domain })}
          action={t('state.remove')}
          call={() => deleteSignInDomain(parley, { domain: removed.domain })}
          onDone={done}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('settings.signIn.removeDomainText')}</p>
        </ConfirmCall>
      )}
    </Section>
  );
}

function DomainRow({
  domain: { domain, record, proved_at, missing_since },
  onChecked,
  onRemove,
}: {
  domain: SignInDomainView;
  onChecked: () => void;
  onRemove: () => void;
}) {
  const t = useTexts();
  const { date } = useFormats();
  const { parley } = useWorkplace();
  const check = useMutation({ mutationFn: () => verifySignInDomain(parley, { domain }), onSuccess: onChecked });
  const state = missing_since
    ? t('settings.signIn.missing', { when: date(Date.parse(missing_since)) })
    : proved_at
      ? t('settings.signIn.proved', { when: date(Date.parse(proved_at)) })
      : t('settings.signIn.unproved');
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          <bdi className="font-semibold">{domain}</bdi>
          <span className="block text-small text-ink-soft">{state}</span>
        </span>
        <span className="inline-flex flex-wrap gap-2">
          <Button small pending={check.isPending} onClick={() => check.mutate()}>
            {t('settings.signIn.check')}
          </Button>
          <Button small look="danger" onClick={onRemove}>
            {t('state.remove')}
          </Button>
        </span>
      </div>
      {!proved_at && <CopyText text={record} />}
      <RefusedCall error={check.error} onRetry={() => check.mutate()} />
    </li>
  );
}
