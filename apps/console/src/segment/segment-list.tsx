import { listSegments, type SegmentView } from '@parley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { Filter, Plus } from 'lucide-react';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useCursorPages } from '../app/use-cursor-pages.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { ContactTabs } from '../contact/contact-tabs.tsx';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';

export function SegmentList() {
  const t = useTexts();
  const navigate = useNavigate();
  const { projectId } = useWorkplace();
  const { ago, full } = useFormats();
  const query = useCursorPages(listSegments, { sortField: 'name', direction: 1 });
  const segments = query.data?.pages.flatMap(({ page }) => page.segments) ?? [];
  const create = (
    <Button
      look="primary"
      onClick={() => void navigate({ to: '/$project/segments/{-$id}', params: { project: projectId, id: 'new' } })}
    >
      <Plus size={14} aria-hidden />
      {t('segments.new')}
    </Button>
  );
  const columns: Column<SegmentView>[] = [
    {
      id: 'name',
      title: t('segments.name'),
      cell: ({ _id, name }) => (
        <Link
          to="/$project/segments/{-$id}"
          params={{ project: projectId, id: _id }}
          className="font-semibold text-accent underline-offset-2 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: 'conditions',
      title: t('segments.conditions'),
      isNumber: true,
      onlyWide: true,
      cell: ({ filters }) => filters.length,
    },
    {
      id: 'updatedAt',
      title: t('contacts.updatedAt'),
      onlyWide: true,
      cell: ({ updatedAt }) => (
        <time dateTime={updatedAt} title={full(Date.parse(updatedAt))}>
          {ago(Date.parse(updatedAt), Date.now())}
        </time>
      ),
    },
    {
      id: 'contacts',
      title: t('segments.showContacts'),
      isActions: true,
      cell: ({ _id }) => (
        <Link
          to="/$project/contacts/{-$lead}"
          params={{ project: projectId }}
          search={{ segment: _id }}
          className="whitespace-nowrap text-accent underline-offset-2 hover:underline"
        >
          {t('segments.showContacts')}
        </Link>
      ),
    },
  ];
  return (
    <Page title={t('segments.title')} tabs={<ContactTabs />} actions={create}>
      {query.error && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-40" />}
      {query.data && segments.length === 0 && (
        <Empty icon={<Filter size={28} strokeWidth={1.5} />} title={t('segments.none')} action={create}>
          {t('segments.noneText')}
        </Empty>
      )}
      {segments.length > 0 && (
        <Table label={t('segments.title')} columns={columns} rows={segments} keyOf={({ _id }) => _id} />
      )}
      {query.hasNextPage && (
        <div className="mt-3">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('state.more')}
          </Button>
        </div>
      )}
    </Page>
  );
}
