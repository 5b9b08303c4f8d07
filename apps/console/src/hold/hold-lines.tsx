import type { HoldView } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';
import { Lock } from 'lucide-react';

import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';

/** What is on hold, since when, by whom and why. */
export function HoldLines({ holds }: { holds: readonly HoldView[] }) {
  const t = useTexts();
  const { date } = useFormats();
  const { people } = useWorkplace();
  return (
    <ul className="flex flex-col gap-2">
      {holds.map(({ _id, kind, createdAt, createdBy, reason }) => (
        <li key={_id} className="flex items-start gap-2">
          <Lock size={14} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          <span className="min-w-0 wrap-anywhere">
            {t(`hold.on.${kind}`)} <bdi>{withVisibleBidi(reason)}</bdi>
            <span className="block text-small text-ink-soft">
              {t('hold.since', {
                date: date(Date.parse(createdAt)),
                name: withVisibleBidi(people.nameOf(createdBy) ?? createdBy),
              })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
