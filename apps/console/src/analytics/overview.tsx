import {
  getBotConversationCount,
  getConversationCount,
  getConversationsByBotAndDay,
  getConversationsByDay,
  getDuration,
  getDurationByDay,
  getMessageCount,
  getMessagesByDay,
  getSatisfaction,
  getSatisfactionByDay,
  getVisitorCount,
  getVisitorsByDay,
  getWaitingTime,
  getWaitingTimeByDay,
} from '@parley/sdk';

import { useTexts } from '../app/texts.tsx';
import { ConversationsByDay, MessagesByDay, VisitorsByDay, Waiting } from './day-figures.tsx';
import { FigureCard } from './figure-card.tsx';
import { valuesByDay } from './figures.ts';
import type { Period } from './period.ts';

/** The figures of the period beside those of the one before, and what happened day by day. */
export function Overview() {
  return (
    <>
      <Cards />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <ConversationsByDay />
        <MessagesByDay />
        <VisitorsByDay />
        <Waiting />
      </div>
    </>
  );
}

const total = ([row]: readonly { totalCount: number }[]) => row?.totalCount ?? 0;
const countsByDay = (period: Period, rows: readonly { date: string; count: number }[]) =>
  valuesByDay(period, rows, ({ count }) => count);

function Cards() {
  const t = useTexts();
  return (
    <div className="grid grid-cols-1 gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4">
      <FigureCard
        title={t('analytics.conversations')}
        operation={getConversationCount}
        scope="conversations"
        unit="count"
        read={total}
        trend={{ operation: getConversationsByDay, scope: 'conversations', valuesOf: countsByDay }}
      />
      <FigureCard
        title={t('analytics.withBot')}
        operation={getBotConversationCount}
        scope="conversations"
        unit="count"
        read={total}
        trend={{
          operation: getConversationsByBotAndDay,
          scope: 'conversations',
          valuesOf: (period, rows) =>
            countsByDay(
              period,
              rows.filter(({ _id }) => _id.hasBot),
            ),
        }}
      />
      <FigureCard
        title={t('analytics.messages')}
        operation={getMessageCount}
        scope="messageTotals"
        unit="count"
        read={total}
        trend={{ operation: getMessagesByDay, scope: 'messages', valuesOf: countsByDay }}
      />
      <FigureCard
        title={t('analytics.visitors')}
        operation={getVisitorCount}
        scope="unfiltered"
        unit="count"
        read={total}
        trend={{ operation: getVisitorsByDay, scope: 'unfiltered', valuesOf: countsByDay }}
      />
      <FigureCard
        title={t('analytics.waiting')}
        operation={getWaitingTime}
        scope="conversations"
        unit="duration"
        read={([row]) => row?.waiting_time_avg ?? null}
        better="less"
        target="waiting"
        trend={{
          operation: getWaitingTimeByDay,
          scope: 'conversations',
          valuesOf: (period, rows) => valuesByDay(period, rows, (row) => row.waiting_time_avg),
        }}
      />
      <FigureCard
        title={t('analytics.duration')}
        operation={getDuration}
        scope="conversations"
        unit="duration"
        read={([row]) => row?.duration_median ?? null}
        better="less"
        target="duration"
        trend={{
          operation: getDurationByDay,
          scope: 'conversations',
          valuesOf: (period, rows) => valuesByDay(period, rows, (row) => row.duration_median),
        }}
      />
      <FigureCard
        title={t('analytics.p90Duration')}
        operation={getDuration}
        scope="conversations"
        unit="duration"
        read={([row]) => row?.duration_p90 ?? null}
        better="less"
        trend={{
          operation: getDurationByDay,
          scope: 'conversations',
          valuesOf: (period, rows) => valuesByDay(period, rows, (row) => row.duration_p90),
        }}
      />
      <FigureCard
        title={t('analytics.satisfaction')}
        operation={getSatisfaction}
        scope="conversations"
        unit="points"
        read={([row]) => row?.satisfaction_avg ?? null}
        better="more"
        target="satisfaction"
        trend={{
          operation: getSatisfactionByDay,
          scope: 'conversations',
          valuesOf: (period, rows) => valuesByDay(period, rows, (row) => row.satisfaction_avg),
        }}
      />
    </div>
  );
}
