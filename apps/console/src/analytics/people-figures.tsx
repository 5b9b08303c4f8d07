import { getMessagesBySender } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { BarTable } from './bar-table.tsx';
import { FigurePanel } from './figure-panel.tsx';
import type { Grid } from './figures.ts';
import { useFigures } from './use-figures.ts';

/** The most senders that are listed. */
const most = 100;

/** Who wrote how many messages; a teammate's or bot's name leads to the figures of their conversations. */
export function PeopleFigures() {
  const t = useTexts();
  const { people, projectId } = useWorkplace();
  const gridOf = useCallback(
    (rows: readonly { _id: { sender: string }; count: number; name?: string | undefined }[]): Grid => ({
      corner: t('analytics.sender'),
      columns: [t('analytics.messages')],
      rows: rows.map(({ _id: { sender }, count, name }) => ({
        key: sender,
        name: people.nameOf(sender) ?? name ?? t('analytics.visitor', { id: sender.slice(-6) }),
        values: [count],
      })),
      unit: 'count',
    }),
    [t, people],
  );
  const title = t('analytics.bySender');
  return (
    <FigurePanel
      title={title}
      scope="messages"
      query={useFigures(getMessagesBySender, { scope: 'messages', own: { limit: most } })}
      gridOf={gridOf}
      chart={(grid) => (
        <BarTable
          title={title}
          grid={grid}
          linkOf={(sender) => {
            const name = people.nameOf(sender);
            return (
              name && (
                <Link
                  to="/$project/analytics/{-$tab}"
                  params={{ project: projectId, tab: 'conversations' }}
                  search={(search) => ({ ...search, person: sender })}
                  className="text-accent underline underline-offset-2"
                >
                  <bdi>{name}</bdi>
                </Link>
              )
            );
          }}
        />
      )}
    />
  );
}
