import { useLingui } from '@lingui/react';
import { AlarmClock, Timer } from 'lucide-react';
import { localeOf } from '../app/locale.ts';
import { nearTime, spanWords } from '../app/spans.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { classes } from '../ui/classes.ts';
import type { InboxRow } from './row.ts';

const look = 'inline-flex items-center gap-0.5 self-center rounded-box px-1 text-small whitespace-nowrap';

/** What a row says of time: when an answer is due, and until when it is snoozed. */
export function RowClocks({ row: { snooze, sla }, now }: { row: Pick<InboxRow, 'snooze' | 'sla'>; now: number }) {
  return (
    <>
      {sla && <DueBadge sla={sla} now={now} />}
      {snooze && <SnoozeBadge snooze={snooze} now={now} brief={sla !== undefined} />}
    </>
  );
}

/** Less than this is left: it is coloured. */
const soonMs = 30 * 60_000;

interface DueBadgeProps {
  sla: NonNullable<InboxRow['sla']>;
  now: number;
  /** The words give way: where the container is narrow, they are for screen readers alone. */
  narrow?: boolean;
}

/** How long is left until an answer is due, or how late it is: in words, and in a colour. */
export function DueBadge({ sla: { due_at, metric }, now, narrow }: DueBadgeProps) {
  const words = useDueWords();
  const left = Date.parse(due_at) - now;
  const { short, long } = words(due_at, metric, now);
  return (
    <span
      title={long}
      className={classes(
        look,
        narrow ? 'min-w-0' : 'shrink-0',
        left <= 0
          ? 'bg-bad-soft font-semibold text-bad'
          : left <= soonMs
            ? 'bg-warn-soft font-semibold text-ink'
            : 'border border-line text-ink-soft',
      )}
    >
      <Timer size={12} aria-hidden className="shrink-0" />
      <span aria-hidden className={narrow ? 'hidden truncate @md:inline @lg:hidden @2xl:inline' : ''}>
        {short}
      </span>
      <span className="sr-only">{long}</span>
    </span>
  );
}

/** "12 min", "25 min late"; and which answer is due when. */
export function useDueWords() {
  const t = useTexts();
  const { i18n } = useLingui();
  const { full } = useFormats();
  const locale = localeOf(i18n.locale);
  return (due_at: string, metric: NonNullable<InboxRow['sla']>['metric'], now: number) => {
    const at = Date.parse(due_at);
    const time = spanWords(Math.abs(at - now), locale, 1);
    const name = t(`sla.metric.${metric}`);
    return at <= now
      ? { short: t('sla.late', { time }), long: t('sla.overdue', { name, time, at: full(at) }) }
      : { short: time, long: t('sla.due', { name, time, at: full(at) }) };
  };
}

/** @param brief by its sign alone */
function SnoozeBadge({ snooze, now, brief }: { snooze: NonNullable<InboxRow['snooze']>; now: number; brief: boolean }) {
  const { short, long } = useSnoozeWords()(snooze, now);
  return (
    <span title={long} className={classes(look, 'shrink-0 text-accent')}>
      <AlarmClock size={12} aria-hidden />
      {!brief && <span aria-hidden>{short}</span>}
      <span className="sr-only">{long}</span>
    </span>
  );
}

/** "Tue 9:00 AM", "On reply"; and the same as a sentence. */
export function useSnoozeWords() {
  const t = useTexts();
  const { i18n } = useLingui();
  const { full } = useFormats();
  return ({ until }: { until?: string | undefined }, now: number) => {
    if (until === undefined) return { short: t('snooze.onReply'), long: t('snooze.untilReply') };
    const at = Date.parse(until);
    return { short: nearTime(at, now, localeOf(i18n.locale)), long: t('snooze.untilTime', { time: full(at) }) };
  };
}
