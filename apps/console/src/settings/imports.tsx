import { type ImportView, listImports } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { RunProgress } from '../transfer/run-progress.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';

/** Imports are read again so often while one runs, and while none does. */
const readAgainMs = { running: 2_000, idle: 15_000 };
const runningStates: readonly string[] = ['loading', 'verifying', 'activating'];
const isRunning = ({ state }: ImportView) => runningStates.includes(state);

const sourceNames: Readonly<Record<string, string>> = {
  parley: 'Parley',
  tiledesk: 'Tiledesk',
  chatwoot: 'Chatwoot',
  zendesk: 'Zendesk',
  intercom: 'Intercom',
  csv: 'CSV, JSONL',
};

/** Imports of the person's projects: those that run, and their history. Only operators start and end them. */
export function Imports() {
  const t = useTexts();
  const { parley } = useWorkplace();
  const query = useQuery({
    queryKey: [listImports.spec.name],
    queryFn: ({ signal }) => listImports(parley, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.imports.some(isRunning) ? readAgainMs.running : readAgainMs.idle),
  });
  if (query.isError && !query.data)
    return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-12" />;
  const { imports } = query.data;
  if (imports.length === 0) return null;
  return (
    <>
      {imports.filter(isRunning).map((one) => (
        <Running key={one._id} import={one} />
      ))}
      <History imports={imports} />
    </>
  );
}

function Running({ import: one }: { import: ImportView }) {
  const t = useTexts();
  const { number, duration } = useFormats();
  const { name, state, kind, rate, remaining } = one;
  const { done, total } = totalsOf(one);
  const pace = rate > 0 && remaining > 0 && (
    <p className="text-ink-soft tabular-nums">
      {t('settings.data.pace', { rate: number(rate), left: duration(Math.ceil(remaining / rate)) })}
    </p>
  );
  return (
    <div className="flex flex-col gap-2 rounded-box border border-line p-3">
      <p className="font-semibold">
        <bdi>{name}</bdi>
      </p>
      <RunProgress label={t('settings.data.importing', { name })} done={done} total={total} pace={pace}>
        {state === 'loading' && kind
          ? t('settings.data.recordsOf', { done: number(done), total: number(total), kind: kind.replaceAll('_', ' ') })
          : t(`settings.data.importState.${state}`)}
      </RunProgress>
    </div>
  );
}

function History({ imports }: { imports: readonly ImportView[] }) {
  const t = useTexts();
  const { date, time } = useFormats();
  const when = (at: string) => `${date(Date.parse(at))}, ${time(Date.parse(at))}`;
  return (
    <Table
      label={t('settings.data.imports')}
      rows={imports}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'project',
          title: t('settings.data.project'),
          cell: ({ name, source }) => (
            <>
              <bdi>{name}</bdi>
              <span className="block text-small text-ink-soft">
                {t('settings.data.from', { name: sourceNames[source] ?? source })}
              </span>
            </>
          ),
        },
        {
          id: 'state',
          title: t('settings.data.state'),
          cell: ({ state, finishedAt }) => (
            <>
              {t(`settings.data.importState.${state}`)}
              {finishedAt && (
                <span className="block text-small text-ink-soft">
                  {state === 'stopped' ? t('settings.data.resume') : when(finishedAt)}
                </span>
              )}
            </>
          ),
        },
        {
          id: 'records',
          title: t('settings.data.importRecords'),
          folds: true,
          cell: (one) => (
            <>
              {t('settings.data.imported', { count: totalsOf(one).done - one.quarantined })}
              {one.quarantined > 0 && (
                <span className="block text-small text-warn">
                  {t('settings.data.quarantined', { count: one.quarantined })}
                </span>
              )}
            </>
          ),
        },
        {
          id: 'started',
          title: t('settings.data.importStarted'),
          folds: true,
          cell: ({ createdAt, startedBy }) => (
            <>
              {when(createdAt)}
              {startedBy !== '' && (
                <span className="block text-small text-ink-soft">
                  <bdi>{startedBy}</bdi>
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function totalsOf({ progress }: ImportView): { done: number; total: number } {
  const kinds = Object.values(progress);
  const sum = (member: 'done' | 'total') => kinds.reduce((all, kind) => all + kind[member], 0);
  return { done: sum('done'), total: sum('total') };
}
