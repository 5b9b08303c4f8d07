import { createSubscription, limits, listSubscriptions, type SubscriptionView } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { useId, useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookState } from './webhook-state.tsx';

/** Addresses that Parley calls when something happens. */
export function WebhooksScreen() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const query = useQuery({ queryKey: ['subscriptions', projectId], queryFn: () => listSubscriptions(parley) });
  if (query.isError && !query.data)
    return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-48 max-w-4xl" />;
  const add = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden />
      {t('settings.webhooks.new')}
    </Button>
  );
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      {query.data.length === 0 ? (
        <Empty icon={<Webhook size={28} strokeWidth={1.5} />} title={t('settings.webhooks.none')} action={add}>
          {t('settings.webhooks.noneText')}
        </Empty>
      ) : (
        <>
          <div className="flex justify-end">{add}</div>
          <Table
            label={t('settings.webhooks')}
            rows={query.data}
            keyOf={({ _id }) => _id}
            columns={[
              {
                id: 'event',
                title: t('settings.webhooks.event'),
                cell: ({ _id, event }) => (
                  <Link
                    to="/$project/settings/webhooks/$webhook"
                    params={{ project: projectId, webhook: _id }}
                    className="font-semibold text-accent underline-offset-2 hover:underline"
                  >
                    {event}
                  </Link>
                ),
              },
              {
                id: 'target',
                title: t('settings.webhooks.target'),
                folds: true,
                cell: ({ target }) => <bdi className="block max-w-80 break-all">{target}</bdi>,
              },
              { id: 'state', title: t('settings.state'), cell: (one) => <WebhookState subscription={one} /> },
            ]}
          />
        </>
      )}
      {creating && (
        <NewWebhook
          onStored={(stored) => {
            setSecret(stored.secret);
            void query.refetch();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </div>
  );
}

/** Events that most receivers want; any other name of the reference can be typed. */
const usualEvents = [
  'request.create',
  'request.update',
  'request.close',
  'request.assigned',
  'message.create',
  'lead.create',
  'project_user.update',
  'department.update',
  'event.emit',
];

function NewWebhook({
  onStored,
  onClose,
}: {
  onStored: (stored: SubscriptionView & { secret?: string }) => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const list = useId();
  const { parley } = useWorkplace();
  const create = useMutation({
    mutationFn: (form: FormData) =>
      createSubscription(parley, {
        event: String(form.get('event')),
        target: String(form.get('target')),
        send_token: form.get('token') === 'on',
      }),
    onSuccess: (stored) => {
      onStored(stored);
      onClose();
    },
  });
  const bounds = limits.createSubscription;
  return (
    <FormDialog
      title={t('settings.webhooks.new')}
      onSubmit={(form) => create.mutate(form)}
      onClose={onClose}
      pending={create.isPending}
      error={create.error}
    >
      <Field
        label={t('settings.webhooks.event')}
        name="event"
        required
        list={list}
        maxLength={bounds.event?.maxLength}
        help={t('settings.webhooks.eventHelp')}
        problem={fieldProblem(create.error, 'event')}
      />
      <datalist id={list}>
        {usualEvents.map((event) => (
          <option key={event} value={event} />
        ))}
      </datalist>
      <Field
        label={t('settings.webhooks.target')}
        name="target"
        type="url"
        required
        maxLength={bounds.target?.maxLength}
        help={t('settings.webhooks.targetHelp')}
        problem={fieldProblem(create.error, 'target')}
      />
      <CheckField
        label={t('settings.webhooks.token')}
        name="token"
        help={t('settings.webhooks.tokenHelp')}
        problem={fieldProblem(create.error, 'send_token')}
      />
    </FormDialog>
  );
}
