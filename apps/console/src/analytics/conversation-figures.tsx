import {
  getConversationsByBotAndDay,
  getConversationsByStatus,
  getConversationsByWeekday,
  getDurationByDay,
  getSatisfactionByDay,
  getWaitingTimeByDay,
} from '@parley/sdk';
import { useCallback, useMemo } from 'react';

import type { MessageId } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';
import { BarTable } from './bar-table.tsx';
import { DayChart } from './day-chart.tsx';
import { useFigureFormats } from './figure-formats.ts';
import { FigurePanel } from './figure-panel.tsx';
import { type Grid, gridOfWeek, type Value } from './figures.ts';
import { ConversationsByDay } from './overview.tsx';
import { useFigures } from './use-figures.ts';
import { type Line, useDayGrid } from './use-grid.ts';
import { WeekTable } from './week-table.tsx';

const scope = 'conversations';

/** How many, when, how long, how well, and by whom. */
export function ConversationFigures() {
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      <ConversationsByDay />
      <ByBot />
      <Waiting />
      <Duration />
      <Satisfaction />
      <ByStatus />
      <div className="min-w-0 xl:col-span-2">
        <ByHour />
      </div>
    </div>
  );
}

/** One line over days. */
function useLine<Row extends { date: string }>(title: string, read: (row: Row) => Value): Line<Row>[] {
  return useMemo(() => [[title, read]], [title, read]);
}

const waitingOf = (row: { date: string; waiting_time_avg: number | null }) => row.waiting_time_avg;

function Waiting() {
  const t = useTexts();
  const title = t('analytics.waiting');
  return (
    <FigurePanel
      title={t('analytics.byDay', { title })}
      scope={scope}
      query={useFigures(getWaitingTimeByDay, { scope })}
      gridOf={useDayGrid('duration', useLine(title, waitingOf))}
      chart={(grid) => <DayChart title={title} grid={grid} />}
    />
  );
}

const medianOf = (row: { date: string; duration_median: number | null }) => row.duration_median;

function Duration() {
  const t = useTexts();
  const title = t('analytics.duration');
  return (
    <FigurePanel
      title={t('analytics.byDay', { title })}
      scope={scope}
      query={useFigures(getDurationByDay, { scope })}
      gridOf={useDayGrid('duration', useLine(title, medianOf))}
      chart={(grid) => <DayChart title={title} grid={grid} />}
    />
  );
}

const ratingOf = (row: { date: string; satisfaction_avg: number | null }) => row.satisfaction_avg;

function Satisfaction() {
  const t = useTexts();
  const title = t('analytics.satisfaction');
  return (
    <FigurePanel
      title={t('analytics.byDay', { title })}
      scope={scope}
      query={useFigures(getSatisfactionByDay, { scope })}
      gridOf={useDayGrid('points', useLine(title, ratingOf))}
      chart={(grid) => <DayChart title={title} grid={grid} />}
    />
  );
}

interface BotRow {
  _id: { hasBot: boolean };
  date: string;
  count: number;
}

function ByBot() {
  const t = useTexts();
  const title = t('analytics.botShare');
  const lines = useMemo(
    (): Line<{ date: string; with: Value; without: Value }>[] => [
      [t('analytics.withBot'), (row) => row.with],
      [t('analytics.withoutBot'), (row) => row.without],
    ],
    [t],
  );
  const toGrid = useDayGrid('count', lines);
  const gridOf = useCallback((rows: readonly BotRow[]) => toGrid(pairedByDay(rows)), [toGrid]);
  return (
    <FigurePanel
      title={t('analytics.byDay', { title })}
      scope={scope}
      query={useFigures(getConversationsByBotAndDay, { scope })}
      gridOf={gridOf}
      chart={(grid) => <DayChart title={title} grid={grid} />}
    />
  );
}

/** The two rows of a day as one. */
function pairedByDay(rows: readonly BotRow[]) {
  const days = new Map<string, { date: string; with: Value; without: Value }>();
  for (const { date, count, _id } of rows) {
    const day = days.get(date) ?? { date, with: null, without: null };
    days.set(date, { ...day, [_id.hasBot ? 'with' : 'without']: count });
  }
  return [...days.values()];
}

const statusNames: Record<number, MessageId> = {
  100: 'status.unassigned',
  150: 'status.abandoned',
  200: 'status.assigned',
  1000: 'status.closed',
};

function ByStatus() {
  const t = useTexts();
  const gridOf = useCallback(
    (rows: readonly { _id: { status: number }; count: number }[]): Grid => ({
      corner: t('analytics.status'),
      columns: [t('analytics.conversations')],
      rows: rows.map(({ _id: { status }, count }) => {
        const name = statusNames[status];
        return { key: String(status), name: name ? t(name) : String(status), values: [count] };
      }),
      unit: 'count',
    }),
    [t],
  );
  const title = t('analytics.byStatus');
  return (
    <FigurePanel
      title={title}
      scope={scope}
      query={useFigures(getConversationsByStatus, { scope })}
      gridOf={gridOf}
      chart={(grid) => <BarTable title={title} grid={grid} />}
    />
  );
}

function ByHour() {
  const t = useTexts();
  const { weekday } = useFigureFormats();
  const gridOf = useCallback(
    (rows: Parameters<typeof gridOfWeek>[0]) =>
      gridOfWeek(rows, { corner: t('analytics.hour'), weekday, hour: (hour) => String(hour) }),
    [t, weekday],
  );
  const title = t('analytics.byHour');
  return (
    <FigurePanel
      title={title}
      scope={scope}
      query={useFigures(getConversationsByWeekday, { scope })}
      gridOf={gridOf}
      chart={(grid) => <WeekTable title={title} grid={grid} />}
    />
  );
}
