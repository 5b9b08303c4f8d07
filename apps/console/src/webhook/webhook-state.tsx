import type { SubscriptionView } from '@parley/sdk';

import type { MessageId } from '../app/language.ts';
import { useFormats, useTexts } from '../app/texts.tsx';

const reasons: Record<NonNullable<SubscriptionView['disabledReason']>, MessageId> = {
  manual: 'settings.webhooks.disabledManual',
  gone: 'settings.webhooks.disabledGone',
  failing: 'settings.webhooks.disabledFailing',
};

/** Whether calls go out, and why not. */
export function WebhookState({ subscription }: { subscription: SubscriptionView }) {
  const t = useTexts();
  const { time } = useFormats();
  const { status, disabledReason, breaker } = subscription;
  if (status === 'disabled') return <span className="text-bad">{t(reasons[disabledReason ?? 'manual'])}</span>;
  if (breaker.state !== 'closed')
    return (
      <span className="text-warn">
        {breaker.until === undefined
          ? t('settings.webhooks.halfOpen')
          : t('settings.webhooks.open', { time: time(Date.parse(breaker.until)) })}
      </span>
    );
  return <span className="text-good">{t('settings.webhooks.active')}</span>;
}
