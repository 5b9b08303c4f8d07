import { type DeliveryView, listDeliveries, type SubscriptionView } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';

import type { MessageId } from '../app/language.ts';
import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { type DeliveryState, deliveryStates } from './delivery-states.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { type Replay, ReplayProgress } from './replay-progress.tsx';

const stateWords: Record<DeliveryState, MessageId> = {
  pending: 'settings.delivery.pending',
  delivered: 'settings.delivery.delivered',
  failed: 'settings.delivery.failed',
  skipped: 'settings.delivery.skipped',
  suppressed: 'settings.delivery.suppressed',
  erased: 'settings.delivery.erased',
};

const pageSize = 50;

/** Deliveries of a webhook, newest first. */
export function Ledger({ subscription }: { subscription: SubscriptionView }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { full } = useFormats();
  const { parley, projectId } = useWorkplace();
  const { state, delivery } = useSearch({ from: '/person/$project/settings/webhooks/$webhook' });
  const [replaying, setReplaying] = useState(false);
  const [replay, setReplay] = useState<Replay>();
  const subscription_id = subscription._id;
  const query = useInfiniteQuery({
    queryKey: ['deliveries', projectId, subscription_id, state],
    queryFn: ({ pageParam: page }) =>
      listDeliveries(parley, { subscription_id, page, limit: pageSize, direction: -1, ...(state && { state }) }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => (pages.length * pageSize < count ? pages.length : undefined),
  });
  const params = { project: projectId, webhook: subscription_id };
  const rows = query.data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  const show = (search: { state?: DeliveryState; delivery?: string }) =>
    void navigate({ to: '/$project/settings/webhooks/$webhook', params, search });

  return (
    <section aria-label={t('settings.ledger')} className="flex max-w-4xl flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <h2 className="text-title font-semibold">{t('settings.ledger')}</h2>
        <div className="flex flex-wrap items-end gap-2">
          <SelectField
            label={t('settings.state')}
            value={state ?? ''}
            onChange={({ target }) => {
              const chosen = deliveryStates.find((one) => one === target.value);
              show(chosen ? { state: chosen } : {});
            }}
            choices={[
              { value: '', label: t('settings.delivery.any') },
              ...deliveryStates.map((value) => ({ value, label: t(stateWords[value]) })),
            ]}
          />
          <IconButton label={t('settings.reload')} onClick={() => void query.refetch()}>
            <RotateCw size={16} aria-hidden />
          </IconButton>
          <Button onClick={() => setReplaying(true)}>{t('settings.replay.several')}</Button>
        </div>
      </div>
      {replay && (
        <ReplayProgress
          key={`${replay.from} ${replay.to}`}
          subscriptionId={subscription_id}
          replay={replay}
          onMoved={() => void query.refetch()}
          onClose={() => setReplay(undefined)}
        />
      )}
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-32" />}
      {query.data && rows.length === 0 && (
        <Empty
          title={t(state ? 'settings.noMatch' : 'settings.ledger.none')}
          action={state && <Button onClick={() => show({})}>{t('settings.clearSearch')}</Button>}
        >
          {!state && t('settings.ledger.noneText')}
        </Empty>
      )}
      {rows.length > 0 && (
        <Table
          label={t('settings.ledger')}
          rows={rows}
          keyOf={({ _id }) => _id}
          columns={[
            {
              id: 'when',
              title: t('settings.ledger.when'),
              cell: ({ _id, createdAt }) => (
                <Link
                  to="/$project/settings/webhooks/$webhook"
                  params={params}
                  search={{ ...(state && { state }), delivery: _id }}
                  className="text-accent underline-offset-2 hover:underline"
                >
                  {full(Date.parse(createdAt))}
                </Link>
              ),
            },
            {
              id: 'state',
              title: t('settings.state'),
              folds: true,
              cell: (one) => <DeliveryOutcome delivery={one} />,
            },
            {
              id: 'attempts',
              title: t('settings.ledger.attempts'),
              isNumber: true,
              folds: true,
              cell: ({ attempts }) => attempts,
            },
            {
              id: 'subject',
              title: t('settings.ledger.subject'),
              onlyDesktop: true,
              cell: ({ subject }) => <code>{subject}</code>,
            },
          ]}
        />
      )}
      {query.hasNextPage && (
        <div>
          <Button onClick={() => void query.fetchNextPage()} pending={query.isFetchingNextPage}>
            {t('state.more')}
          </Button>
        </div>
      )}
      {delivery !== undefined && (
        <DeliveryDialog
          subscription={subscription}
          deliveryId={delivery}
          onReplayed={() => void query.refetch()}
          onClose={() => show(state ? { state } : {})}
        />
      )}
      {replaying && (
        <ReplayDialog
          subscriptionId={subscription_id}
          onQueued={(queued) => {
            setReplay(queued.queued > 0 ? queued : undefined);
            void query.refetch();
          }}
          onClose={() => setReplaying(false)}
        />
      )}
    </section>
  );
}

function DeliveryOutcome({ delivery: { state, lastStatus, lastError } }: { delivery: DeliveryView }) {
  const t = useTexts();
  const looks: Partial<Record<DeliveryState, string>> = {
    delivered: 'text-good',
    failed: 'text-bad',
    pending: 'text-warn',
  };
  const details = [lastStatus, lastError].filter((part) => part !== undefined).join(' ');
  return (
    <span className={looks[state] ?? 'text-ink-soft'}>
      {t(stateWords[state])}
      {details && <span className="text-ink-soft"> · {details}</span>}
    </span>
  );
}
