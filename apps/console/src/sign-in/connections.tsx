import {
  checkSignInConnection,
  deleteSignInConnection,
  listSignInConnections,
  type SignInCheckView,
  type SignInConnectionView,
} from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmCall } from '../ui/confirm-call.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { ConnectionForm } from './connection-form.tsx';

/** The company's identity providers. */
export function Connections() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [edited, setEdited] = useState<SignInConnectionView | 'new'>();
  const [removed, setRemoved] = useState<SignInConnectionView>();
  const query = useQuery({
    queryKey: ['sign_in_connections', projectId],
    queryFn: () => listSignInConnections(parley),
  });
  const done = () => {
    setEdited(undefined);
    setRemoved(undefined);
    void query.refetch();
  };
  return (
    <Section title={t('settings.signIn.connections')} help={t('settings.signIn.connectionsHelp')}>
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-10" />}
      {query.data && query.data.length > 0 && (
        <ul className="flex flex-col gap-4">
          {query.data.map((connection) => (
            <ConnectionRow
              key={connection._id}
              connection={connection}
              onEdit={() => setEdited(connection)}
              onRemove={() => setRemoved(connection)}
            />
          ))}
        </ul>
      )}
      <div>
        <Button onClick={() => setEdited('new')}>{t('settings.signIn.addConnection')}</Button>
      </div>
      {edited && (
        <ConnectionForm
          connection={edited === 'new' ? undefined : edited}
          onStored={done}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <ConfirmCall
          title={t('settings.signIn.removeTitle', { name: removed.name })}
          action={t('state.remove')}
          call={() => deleteSignInConnection(parley, { sign_in_connection_id: removed._id })}
          onDone={done}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('settings.signIn.removeConnectionText')}</p>
        </ConfirmCall>
      )}
    </Section>
  );
}

function ConnectionRow({
  connection,
  onEdit,
  onRemove,
}: {
  connection: SignInConnectionView;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { _id, name, issuer, enforced, redirect_uri, logout_uri } = connection;
  const check = useMutation({ mutationFn: () => checkSignInConnection(parley, { sign_in_connection_id: _id }) });
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0">
          <bdi className="font-semibold">{name}</bdi>
          {enforced && <span className="text-small text-ink-soft"> · {t('settings.signIn.isEnforced')}</span>}
          <span dir="ltr" className="block text-small break-all text-ink-soft">
            {issuer}
          </span>
        </span>
        <span className="inline-flex flex-wrap gap-2">
          <Button small pending={check.isPending} onClick={() => check.mutate()}>
            {t('settings.signIn.check')}
          </Button>
          <Button small onClick={onEdit}>
            {t('settings.signIn.edit')}
          </Button>
          <Button small look="danger" onClick={onRemove}>
            {t('state.remove')}
          </Button>
        </span>
      </div>
      {check.data && <CheckResult found={check.data} />}
      <RefusedCall error={check.error} onRetry={() => check.mutate()} />
      <p className="text-small text-ink-soft">{t('settings.signIn.redirect')}</p>
      <CopyText text={redirect_uri} />
      <p className="text-small text-ink-soft">{t('settings.signIn.logout')}</p>
      <CopyText text={logout_uri} />
    </li>
  );
}

function CheckResult({ found: { steps, ok } }: { found: SignInCheckView }) {
  const t = useTexts();
  return (
    <div role="status">
      <p className="font-semibold">{t(ok ? 'settings.signIn.checkOk' : 'settings.signIn.checkFailed')}</p>
      <ul className="text-small">
        {steps.map(({ check, ok: isGood, problem }) => (
          <li key={check}>
            <span aria-hidden>{isGood ? '✓' : '✗'}</span> {t(`settings.signIn.step.${check}`)}
            {problem && <code dir="ltr"> {problem}</code>}
          </li>
        ))}
      </ul>
    </div>
  );
}
