import {
  deleteSubscription,
  getSubscription,
  listDeliveries,
  rotateSubscriptionSecret,
  type SubscriptionView,
  testSubscription,
  updateSubscription,
} from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { ChangedMeanwhile } from '../app/form-end.tsx';
import { fieldProblem } from '../app/problem.ts';
import { RecordDialog } from '../app/record-dialog.tsx';
import { RecordFailure } from '../app/record-failure.tsx';
import { etagOf } from '../app/store-form.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog, RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Ledger } from './ledger.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookState } from './webhook-state.tsx';

/** One webhook: its state, its secret, and every call it was to get. */
export function WebhookScreen() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { webhook: subscription_id } = useParams({ from: '/person/$project/settings/webhooks/$webhook' });
  const query = useQuery({
    queryKey: ['subscription', projectId, subscription_id],
    queryFn: () => getSubscription(parley, { subscription_id }),
  });
  return (
    <>
      <BackLink to="/$project/settings/webhooks">{t('settings.webhooks')}</BackLink>
      {query.data ? (
        <WebhookDetails key={query.data._id} subscription={query.data} />
      ) : query.error ? (
        <RecordFailure error={query.error} missing="subscription_not_found" onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-48 max-w-3xl" />
      )}
      {query.data && <Ledger subscription={query.data} />}
    </>
  );
}

type Asked = 'rotate' | 'remove' | 'target';
type Shown = Pick<SubscriptionView, 'target' | 'send_token' | 'status'>;

function WebhookDetails({ subscription }: { subscription: SubscriptionView }) {
  const t = useTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { full } = useFormats();
  const { parley, projectId } = useWorkplace();
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string>();
  const { _id: subscription_id, event, target, status, send_token, previousSecretExpiresAt } = subscription;
  const close = () => setAsked(undefined);
  const put = (stored: SubscriptionView) => queries.setQueryData(['subscription', projectId, subscription_id], stored);

  const store = {
    save: (changes: Partial<Shown>, from: SubscriptionView) =>
      updateSubscription(parley, { subscription_id, ...changes }, { ifMatch: etagOf(from) }),
    reload: () => getSubscription(parley, { subscription_id }),
  };
  const change = useVersionedForm<SubscriptionView, Shown>({
    ...store,
    record: subscription,
    // All that is on the screen: who switches calls on sees first that they go to another address by now.
    formOf: (record) => ({ target: record.target, send_token: record.send_token, status: record.status }),
    onSaved: put,
  });
  /** A switch has no words of its own to keep. */
  const takeTheirs = () => {
    if (change.conflict) put(change.conflict.theirs);
    change.reset();
  };
  const rotate = useMutation({
    mutationFn: (overlapHours: number) => rotateSubscriptionSecret(parley, { subscription_id, overlapHours }),
    onSuccess: (answer) => {
      close();
      setSecret(answer.secret);
      void queries.invalidateQueries({ queryKey: ['subscription', projectId, subscription_id] });
    },
  });
  const remove = useMutation({
    mutationFn: () => deleteSubscription(parley, { subscription_id }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['subscriptions', projectId] });
      void navigate({ to: '/$project/settings/webhooks', params: { project: projectId } });
    },
  });

  function describe(name: keyof Shown, shown: Shown) {
    if (name === 'target') return { label: t('settings.webhooks.target'), value: shown.target };
    if (name === 'send_token')
      return { label: t('settings.webhooks.token'), value: t(shown.send_token ? 'settings.on' : 'settings.off') };
    const isActive = shown.status === 'active';
    return {
      label: t('settings.state'),
      value: t(isActive ? 'settings.webhooks.active' : 'settings.webhooks.disabledManual'),
    };
  }

  return (
    <Section title={event}>
      <dl className="grid grid-cols-[auto_minmax(55%,1fr)] gap-x-4 gap-y-1.5">
        <dt className="text-ink-soft">{t('settings.webhooks.target')}</dt>
        <dd className="break-all">
          <bdi>{target}</bdi>
        </dd>
        <dt className="text-ink-soft">{t('settings.state')}</dt>
        <dd>
          <WebhookState subscription={subscription} />
        </dd>
        <dt className="text-ink-soft">{t('settings.webhooks.token')}</dt>
        <dd>{t(send_token ? 'settings.on' : 'settings.off')}</dd>
        {previousSecretExpiresAt && (
          <>
            <dt className="text-ink-soft">{t('settings.webhooks.oldSecret')}</dt>
            <dd>{full(Date.parse(previousSecretExpiresAt))}</dd>
          </>
        )}
      </dl>
      <Trial subscriptionId={subscription_id} />
      <ChangedMeanwhile form={{ ...change, takeTheirs }} describe={describe} />
      <RefusedCall error={change.error} onRetry={change.save} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setAsked('target')}>{t('settings.webhooks.changeTarget')}</Button>
        <Button
          onClick={() => change.store({ status: status === 'active' ? 'disabled' : 'active' })}
          pending={change.pending}
        >
          {t(status === 'active' ? 'settings.webhooks.disable' : 'settings.webhooks.enable')}
        </Button>
        <Button onClick={() => setAsked('rotate')}>{t('settings.webhooks.rotate')}</Button>
        <Button look="danger" onClick={() => setAsked('remove')}>
          {t('settings.webhooks.remove')}
        </Button>
      </div>
      {asked === 'target' && (
        <RecordDialog<SubscriptionView, { target: string }>
          {...store}
          title={t('settings.webhooks.changeTarget')}
          record={subscription}
          formOf={(record) => ({ target: record.target })}
          describe={(_, form) => ({ label: t('settings.webhooks.target'), value: form.target })}
          onStored={put}
          onClose={close}
        >
          {({ draft, set, error }) => (
            <Field
              label={t('settings.webhooks.target')}
              type="url"
              required
              value={draft.target}
              onChange={(event) => set({ target: event.target.value })}
              help={t('settings.webhooks.targetHelp')}
              problem={fieldProblem(error, 'target')}
            />
          )}
        </RecordDialog>
      )}
      {asked === 'rotate' && (
        <FormDialog
          title={t('settings.webhooks.rotate')}
          action={t('settings.webhooks.rotate')}
          onSubmit={(form) => rotate.mutate(Number(form.get('hours')))}
          onClose={close}
          pending={rotate.isPending}
          error={rotate.error}
        >
          <Field
            label={t('settings.webhooks.overlap')}
            name="hours"
            type="number"
            required
            min={0}
            max={168}
            defaultValue={24}
            help={t('settings.webhooks.overlapHelp')}
            problem={fieldProblem(rotate.error, 'overlapHours')}
          />
        </FormDialog>
      )}
      {asked === 'remove' && (
        <Confirm
          title={t('settings.webhooks.removeTitle')}
          action={t('settings.webhooks.remove')}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          <Waiting subscriptionId={subscription_id} />
          <p>{t('settings.webhooks.removeText')}</p>
        </Confirm>
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Section>
  );
}

/** How many deliveries wait; nothing until it is known. */
function Waiting({ subscriptionId }: { subscriptionId: string }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { data } = useQuery({
    queryKey: ['waiting-deliveries', subscriptionId],
    queryFn: ({ signal }) =>
      listDeliveries(parley, { subscription_id: subscriptionId, state: 'pending', limit: 1 }, { signal }),
    gcTime: 0,
  });
  return data && <p>{t('settings.webhooks.waiting', { count: data.count })}</p>;
}

/** Calls the target now, and says what it answered. */
function Trial({ subscriptionId }: { subscriptionId: string }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const test = useMutation({ mutationFn: () => testSubscription(parley, { subscription_id: subscriptionId }) });
  const { data } = test;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => test.mutate()} pending={test.isPending}>
          {t('settings.webhooks.test')}
        </Button>
        <span role="status" className={data?.ok ? 'text-good' : 'text-bad'}>
          {data?.ok && t('settings.webhooks.testOk', { status: data.status ?? 200, duration: data.durationMs })}
          {data && !data.ok && t('settings.webhooks.testFailed', { reason: reasonOf(data), duration: data.durationMs })}
        </span>
      </div>
      <RefusedCall error={test.error} onRetry={() => test.mutate()} />
    </>
  );
}

function reasonOf({ status, error }: { status?: number; error?: string }): string {
  return [status, error].filter((part) => part !== undefined).join(' ');
}
