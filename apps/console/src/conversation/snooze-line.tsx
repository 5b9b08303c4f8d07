import { AlarmClock } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { useSnoozeWords } from '../inbox/row-clocks.tsx';
import { Button } from '../ui/button.tsx';

interface SnoozeLineProps {
  /** A row shows only the time. */
  snooze: { until?: string; by?: string; reason?: string };
  now: number;
  pending: boolean;
  onWake: () => void;
}

/** Until when the conversation is snoozed, by whom and why; and its end. */
export function SnoozeLine({ snooze, now, pending, onWake }: SnoozeLineProps) {
  const t = useTexts();
  const { people } = useWorkplace();
  const { by, reason } = snooze;
  const { long } = useSnoozeWords()(snooze, now);
  const name = by && people.nameOf(by);
  return (
    <div className="flex items-center gap-2 border-t border-line bg-accent-soft px-3 py-1 text-small">
      <AlarmClock size={14} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1">
        {long}
        {name && (
          <>
            {' '}
            · <bdi>{name}</bdi>
          </>
        )}
        {reason && (
          <>
            {' '}
            · <bdi>{reason}</bdi>
          </>
        )}
      </p>
      <Button small pending={pending} onClick={onWake}>
        {t('snooze.wake')}
      </Button>
    </div>
  );
}
