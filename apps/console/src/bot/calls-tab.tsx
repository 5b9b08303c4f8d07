import { listBotCalls } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { BotRecord } from './use-bots.ts';

const pageSize = 50;

/** Calls to the bot or its webhook in the last seven days, newest first. */
export function CallsTab({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const { full, number } = useFormats();
  const { parley, projectId } = useWorkplace();
  const calls = useInfiniteQuery({
    queryKey: ['bots', projectId, bot._id, 'calls'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      listBotCalls(parley, { bot: bot._id, page: pageParam, limit: pageSize }, { signal }),
    getNextPageParam: ({ count }, pages) => (pages.length * pageSize < count ? pages.length : undefined),
  });
  if (calls.error && !calls.data)
    return <Failure problem={problemOf(calls.error, t)} onRetry={() => void calls.refetch()} />;
  if (!calls.data) return <Skeleton className="h-40" />;
  const rows = calls.data.pages.flatMap((page) => page.calls);
  if (rows.length === 0) return <Empty title={t('bots.noCalls')}>{t('bots.noCallsText')}</Empty>;
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full">
        <Table
          label={t('bots.tab.calls')}
          rows={rows}
          keyOf={({ _id }) => _id}
          columns={[
            { id: 'at', title: t('bots.at'), cell: ({ at }) => full(Date.parse(at)) },
            {
              id: 'outcome',
              title: t('bots.outcome'),
              cell: ({ outcome, status }) => (
                <span className={outcome === 'ok' ? 'text-good' : 'text-bad'}>
                  {[t(`bots.outcome.${outcome}`), status].filter(Boolean).join(' · ')}
                </span>
              ),
            },
            { id: 'attempt', title: t('bots.attempt'), isNumber: true, cell: ({ attempt }) => number(attempt) },
            {
              id: 'duration',
              title: t('bots.duration'),
              isNumber: true,
              cell: ({ duration_ms }) => t('bots.ms', { count: number(duration_ms) }),
            },
            { id: 'kind', title: t('bots.kind'), onlyWide: true, cell: ({ kind }) => t(`bots.call.${kind}`) },
            {
              id: 'conversation',
              title: t('bots.conversation'),
              onlyWide: true,
              cell: ({ request_id }) => (
                <Link
                  to="/$project/inbox/$"
                  params={{ project: projectId, _splat: `all/${request_id}` }}
                  className="text-accent underline underline-offset-2"
                >
                  {t('bots.openConversation')}
                </Link>
              ),
            },
          ]}
        />
      </div>
      {calls.hasNextPage && (
        <Button pending={calls.isFetchingNextPage} onClick={() => void calls.fetchNextPage()}>
          {t('state.more')}
        </Button>
      )}
    </div>
  );
}
