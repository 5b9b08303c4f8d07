import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { classes } from '../ui/classes.ts';
import { useFigureFormats } from './figure-formats.ts';
import type { Figures } from './use-figures.ts';

/** Lag from which figures are marked as old. Source: contract 80 section 7. */
const lateMs = 60_000;

type Freshness = Pick<Figures<unknown>, 'asOf' | 'lagMs'>;

/** Until when all figures on the page are complete: the oldest of them decides. */
export function PageAsOf() {
  const { projectId } = useWorkplace();
  const cache = useQueryClient().getQueryCache();
  const oldest = useSyncExternalStore(
    useCallback((tell: () => void) => cache.subscribe(notifyManager.batchCalls(tell)), [cache]),
    () =>
      cache
        .findAll({ queryKey: ['analytics', projectId], type: 'active' })
        .flatMap(({ state }) => (state.data as Freshness | undefined) ?? [])
        .filter(({ asOf }) => !Number.isNaN(asOf))
        .reduce<Freshness | undefined>((one, other) => (one && one.asOf <= other.asOf ? one : other), undefined),
  );
  return oldest && <AsOf figures={oldest} />;
}

/** Until when figures are complete; marked where that is long ago. */
export function AsOf({ figures: { asOf, lagMs } }: { figures: Freshness }) {
  const t = useTexts();
  const { clock } = useFigureFormats();
  if (Number.isNaN(asOf)) return null;
  const isLate = lagMs > lateMs;
  const time = clock(asOf);
  return (
    <time
      dateTime={new Date(asOf).toISOString()}
      className={classes('rounded-box text-small', isLate ? 'bg-warn-soft px-1.5 text-warn' : 'text-ink-soft')}
    >
      {isLate ? t('analytics.late', { time, minutes: Math.floor(lagMs / 60_000) }) : t('analytics.asOf', { time })}
    </time>
  );
}
