import { getConversationsByBotAndDay, getConversationsByStatus } from '@parley/sdk';
import { useCallback, useMemo } from 'react';

import type { MessageId } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';
import { BarTable } from './bar-table.tsx';
import { DayChart } from './day-chart.tsx';
import { ConversationsByDay, Duration, Satisfaction, Waiting } from './day-figures.tsx';
import { FigurePanel } from './figure-panel.tsx';
import type { Grid, Value } from './figures.ts';
import { ByHour } from './hours-figure.tsx';
import { useFigures } from './use-figures.ts';
import { type Line, useDayGrid } from './use-grid.ts';

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
      chart={(grid) => <DayChart title={title} grid={grid} look="bars" />}
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
