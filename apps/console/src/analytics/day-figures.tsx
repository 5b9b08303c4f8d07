import {
  getConversationsByDay,
  getDurationByDay,
  getMessagesByDay,
  getSatisfactionByDay,
  getVisitorsByDay,
  getWaitingTimeByDay,
} from '@parley/sdk';
import { useMemo } from 'react';

import { useTexts } from '../app/texts.tsx';
import { DayChart } from './day-chart.tsx';
import { FigurePanel } from './figure-panel.tsx';
import type { Value } from './figures.ts';
import { useFigures } from './use-figures.ts';
import { type Line, useDayGrid } from './use-grid.ts';
import { useTargets } from './use-targets.ts';

const scope = 'conversations';

interface Count {
  date: string;
  count: number;
}

export function ConversationsByDay() {
  const t = useTexts();
  const title = t('analytics.conversations');
  const query = useFigures(getConversationsByDay, { scope: 'conversations' });
  const lines = useMemo((): Line<Count>[] => [[title, ({ count }) => count]], [title]);
  return (
    <FigurePanel
      title={t('analytics.byDay', { title })}
      scope="conversations"
      query={query}
      gridOf={useDayGrid('count', lines)}
      chart={(grid) => <DayChart title={title} grid={grid} look="bars" />}
    />
  );
}

export function MessagesByDay() {
  const t = useTexts();
  const title = t('analytics.messages');
  const query = useFigures(getMessagesByDay, { scope: 'messages' });
  const lines = useMemo(
    (): Line<{ date: string; received: number; sent: number }>[] => [
      [t('analytics.received'), ({ received }) => received],
      [t('analytics.sent'), ({ sent }) => sent],
    ],
    [t],
  );
  return (
    <FigurePanel
      title={t('analytics.byDay', { title })}
      scope="messages"
      query={query}
      gridOf={useDayGrid('count', lines)}
      chart={(grid) => <DayChart title={title} grid={grid} look="bars" />}
    />
  );
}

export function VisitorsByDay() {
  const t = useTexts();
  const title = t('analytics.visitors');
  const query = useFigures(getVisitorsByDay, { scope: 'unfiltered' });
  const lines = useMemo((): Line<Count>[] => [[title, ({ count }) => count]], [title]);
  return (
    <FigurePanel
      title={t('analytics.byDay', { title })}
      scope="unfiltered"
      query={query}
      gridOf={useDayGrid('count', lines)}
      chart={(grid) => <DayChart title={title} grid={grid} look="bars" />}
    />
  );
}

/** One line over days. */
function useLine<Row extends { date: string }>(title: string, read: (row: Row) => Value): Line<Row>[] {
  return useMemo(() => [[title, read]], [title, read]);
}

const waitingOf = (row: { date: string; waiting_time_avg: number | null }) => row.waiting_time_avg;

export function Waiting() {
  const t = useTexts();
  const { waiting: target } = useTargets();
  const title = t('analytics.waiting');
  return (
    <FigurePanel
      title={t('analytics.byDay', { title })}
      scope={scope}
      query={useFigures(getWaitingTimeByDay, { scope })}
      gridOf={useDayGrid('duration', useLine(title, waitingOf))}
      chart={(grid) => <DayChart title={title} grid={grid} look="lines" target={target} />}
      about={t('analytics.aboutWaiting')}
    />
  );
}

interface DurationRow {
  date: string;
  duration_median: Value;
  duration_p90: Value;
}

export function Duration() {
  const t = useTexts();
  const { duration: target } = useTargets();
  const title = t('analytics.durations');
  const lines = useMemo(
    (): Line<DurationRow>[] => [
      [t('analytics.median'), (row) => row.duration_median],
      [t('analytics.p90'), (row) => row.duration_p90],
    ],
    [t],
  );
  return (
    <FigurePanel
      title={t('analytics.byDay', { title })}
      scope={scope}
      query={useFigures(getDurationByDay, { scope })}
      gridOf={useDayGrid('duration', lines)}
      chart={(grid) => <DayChart title={title} grid={grid} look="lines" target={target} />}
      about={t('analytics.aboutDuration')}
    />
  );
}

const ratingOf = (row: { date: string; satisfaction_avg: number | null }) => row.satisfaction_avg;

export function Satisfaction() {
  const t = useTexts();
  const { satisfaction: target } = useTargets();
  const title = t('analytics.satisfaction');
  return (
    <FigurePanel
      title={t('analytics.byDay', { title })}
      scope={scope}
      query={useFigures(getSatisfactionByDay, { scope })}
      gridOf={useDayGrid('points', useLine(title, ratingOf))}
      chart={(grid) => <DayChart title={title} grid={grid} look="lines" target={target} />}
      about={t('analytics.aboutSatisfaction')}
    />
  );
}
