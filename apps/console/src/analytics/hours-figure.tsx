import { getConversationsByWeekday } from '@parley/sdk';
import { useCallback } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useFigureFormats } from './figure-formats.ts';
import { FigurePanel } from './figure-panel.tsx';
import { busiestOf, gridOfWeek } from './figures.ts';
import { useFigures } from './use-figures.ts';
import { WeekTable } from './week-table.tsx';

const scope = 'conversations';

/** When conversations begin: hours of the week. */
export function ByHour() {
  const t = useTexts();
  const { weekday, hour } = useFigureFormats();
  const gridOf = useCallback(
    (rows: Parameters<typeof gridOfWeek>[0]) =>
      gridOfWeek(rows, { corner: t('analytics.hour'), weekday, hour: (one) => String(one) }),
    [t, weekday],
  );
  const query = useFigures(getConversationsByWeekday, { scope });
  const busiest = query.data && busiestOf(query.data.data);
  const title = t('analytics.byHour');
  return (
    <FigurePanel
      title={title}
      scope={scope}
      query={query}
      gridOf={gridOf}
      chart={(grid) => (
        <WeekTable
          title={title}
          grid={grid}
          about={
            busiest &&
            t('analytics.busiest', {
              ...{ day: weekday(busiest.weekday), from: hour(busiest.hour), to: hour(busiest.hour + 1) },
            })
          }
        />
      )}
    />
  );
}
