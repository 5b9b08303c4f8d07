import { getDelivery, replayDelivery, type SubscriptionView } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';

/** What one delivery sends, and every call that was made for it. */
export function DeliveryDialog({
  subscription,
  deliveryId,
  onReplayed,
  onClose,
}: {
  subscription: SubscriptionView;
  deliveryId: string;
  onReplayed: () => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { full } = useFormats();
  const { parley } = useWorkplace();
  const ids = { subscription_id: subscription._id, delivery_id: deliveryId };
  const query = useQuery({ queryKey: ['delivery', deliveryId], queryFn: () => getDelivery(parley, ids), gcTime: 0 });
  const replay = useMutation({
    mutationFn: () => replayDelivery(parley, ids),
    onSuccess: () => {
      toast.add({ title: t('settings.replay.queued', { count: 1 }) });
      onReplayed();
      void query.refetch();
    },
  });
  return (
    <Dialog
      open
      wide
      title={t('settings.delivery.title')}
      onClose={onClose}
      closeLabel={t('state.close')}
      actions={
        <Button
          onClick={() => replay.mutate()}
          pending={replay.isPending}
          refusal={subscription.status === 'disabled' ? t('settings.replay.disabled') : undefined}
        >
          {t('settings.replay.one')}
        </Button>
      }
    >
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-40" />}
      {query.data && (
        <div className="flex flex-col gap-4">
          <RefusedCall error={replay.error} onRetry={() => replay.mutate()} />
          <h3 className="font-semibold">{t('settings.ledger.attempts')}</h3>
          {query.data.log.length === 0 && <p className="text-ink-soft">{t('settings.delivery.noAttempt')}</p>}
          <ol className="flex flex-col gap-2">
            {query.data.log.map(({ n, at, durationMs, status, error, responseBody }) => (
              <li key={n} className="rounded-box border border-line px-3 py-2">
                <p>
                  {t('settings.delivery.attempt', { number: n, when: full(Date.parse(at)), duration: durationMs })}{' '}
                  <span className="font-semibold">
                    {[status, error].filter((part) => part !== undefined).join(' ')}
                  </span>
                </p>
                {responseBody && <Code label={t('settings.delivery.answer')} text={responseBody} />}
              </li>
            ))}
          </ol>
          <h3 className="font-semibold">{t('settings.delivery.body')}</h3>
          <Code label={t('settings.delivery.body')} text={JSON.stringify(query.data.body, null, 2)} />
        </div>
      )}
    </Dialog>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-box border border-line bg-raised p-3"
    >
      <pre dir="ltr" className="font-mono text-small whitespace-pre-wrap break-all">
        {text}
      </pre>
    </section>
  );
}
