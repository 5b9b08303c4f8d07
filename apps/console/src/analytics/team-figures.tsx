import { getConversationsByDepartment, getConversationsByParticipant } from '@parley/sdk';
import { useCallback } from 'react';

import type { MessageId } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { useDepartments } from '../inbox/views-column.tsx';
import { CompareTable } from './compare-table.tsx';
import { FigurePanel } from './figure-panel.tsx';
import type { Grid, Unit, Value } from './figures.ts';
import { PeopleFigures } from './people-figures.tsx';
import { useFigures } from './use-figures.ts';

const scope = 'conversations';

/** Departments and people beside each other, and who wrote how much. */
export function TeamFigures() {
  return (
    <>
      <Departments />
      <Teammates />
      <PeopleFigures />
    </>
  );
}

interface Compared {
  count: number;
  closed: number;
  waiting_time_avg: Value;
  duration_median: Value;
  duration_p90: Value;
  satisfaction_avg: Value;
}

const columns: readonly (readonly [word: MessageId, unit: Unit, read: (row: Compared) => Value])[] = [
  ['analytics.conversations', 'count', ({ count }) => count],
  ['analytics.closed', 'count', ({ closed }) => closed],
  ['analytics.waiting', 'duration', (row) => row.waiting_time_avg],
  ['analytics.duration', 'duration', (row) => row.duration_median],
  ['analytics.p90', 'duration', (row) => row.duration_p90],
  ['analytics.satisfaction', 'points', (row) => row.satisfaction_avg],
];

/** Makes the grid of a comparison. @param nameOf has to be stable */
function useComparison<Id>(corner: string, nameOf: (id: Id) => { key: string; name: string }) {
  const t = useTexts();
  return useCallback(
    (rows: readonly (Compared & { _id: Id })[]): Grid => ({
      corner,
      columns: columns.map(([word]) => t(word)),
      rows: rows.map((row) => ({ ...nameOf(row._id), values: columns.map(([, , read]) => read(row)) })),
      unit: 'count',
      units: columns.map(([, unit]) => unit),
    }),
    [t, corner, nameOf],
  );
}

function Departments() {
  const t = useTexts();
  const departments = useDepartments();
  const nameOf = useCallback(
    ({ department }: { department: string | null }) => ({
      key: department ?? '',
      name:
        department === null
          ? t('analytics.noDepartment')
          : (departments.find(({ _id }) => _id === department)?.name ??
            t('analytics.former', { id: department.slice(-6) })),
    }),
    [t, departments],
  );
  const title = t('analytics.byDepartment');
  return (
    <FigurePanel
      title={title}
      scope={scope}
      query={useFigures(getConversationsByDepartment, { scope })}
      gridOf={useComparison(t('analytics.filter.department'), nameOf)}
      table={(grid) => (
        <CompareTable
          title={title}
          grid={grid}
          filterOf={(key) => (departments.some(({ _id }) => _id === key) ? { department: key } : undefined)}
        />
      )}
    />
  );
}

function Teammates() {
  const t = useTexts();
  const { people } = useWorkplace();
  const nameOf = useCallback(
    ({ participant }: { participant: string }) => ({
      key: participant,
      name: people.nameOf(participant) ?? t('analytics.former', { id: participant.slice(-6) }),
    }),
    [t, people],
  );
  const title = t('analytics.byTeammate');
  return (
    <FigurePanel
      title={title}
      scope={scope}
      about={t('analytics.aboutTeammates')}
      query={useFigures(getConversationsByParticipant, { scope })}
      gridOf={useComparison(t('analytics.filter.person'), nameOf)}
      table={(grid) => <CompareTable title={title} grid={grid} filterOf={(person) => ({ person })} />}
    />
  );
}
