import {
  getBotConversationCount,
  getConversationCount,
  getConversationsByDay,
  getDuration,
  getMessageCount,
  getMessagesByDay,
  getSatisfaction,
  getVisitorCount,
  getVisitorsByDay,
  getWaitingTime,
} from '@parley/sdk';
import { useMemo } from 'react';

import { useTexts } from '../app/texts.tsx';
import { DayChart } from './day-chart.tsx';
import { FigureCard } from './figure-card.tsx';
import { FigurePanel } from './figure-panel.tsx';
import { useFigures } from './use-figures.ts';
import { type Line, useDayGrid } from './use-grid.ts';

/** The figures of the period beside those of the one before, and what happened day by day. */
export function Overview() {
  const t = useTexts();
  const total = ([row]: readonly { totalCount: number }[]) => row?.totalCount ?? 0;
  return (
    <>
      <div className="grid grid-cols-1 gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4">
        <FigureCard
          title={t('analytics.conversations')}
          operation={getConversationCount}
          scope="conversations"
          unit="count"
          read={total}
        />
        <FigureCard
          title={t('analytics.withBot')}
          operation={getBotConversationCount}
          scope="conversations"
          unit="count"
          read={total}
        />
        <FigureCard
          title={t('analytics.messages')}
          operation={getMessageCount}
          scope="messageTotals"
          unit="count"
          read={total}
        />
        <FigureCard
          title={t('analytics.visitors')}
          operation={getVisitorCount}
          scope="unfiltered"
          unit="count"
          read={total}
        />
        <FigureCard
          title={t('analytics.waiting')}
          operation={getWaitingTime}
          scope="conversations"
          unit="duration"
          read={([row]) => row?.waiting_time_avg ?? null}
        />
        <FigureCard
          title={t('analytics.duration')}
          operation={getDuration}
          scope="conversations"
          unit="duration"
          read={([row]) => row?.duration_median ?? null}
        />
        <FigureCard
          title={t('analytics.satisfaction')}
          operation={getSatisfaction}
          scope="conversations"
          unit="points"
          read={([row]) => row?.satisfaction_avg ?? null}
        />
      </div>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <ConversationsByDay />
        <MessagesByDay />
        <VisitorsByDay />
      </div>
    </>
  );
}

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
      chart={(grid) => <DayChart title={title} grid={grid} />}
    />
  );
}

function MessagesByDay() {
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
      chart={(grid) => <DayChart title={title} grid={grid} />}
    />
  );
}

function VisitorsByDay() {
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
      chart={(grid) => <DayChart title={title} grid={grid} />}
    />
  );
}
