import { listRequests } from '@parley/sdk';
import { Link } from '@tanstack/react-router';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useCursorPages } from '../app/use-cursor-pages.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Status } from '../inbox/inbox-row.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { placeOf } from '../inbox/views.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';

const closed = 1000;

/** All conversations with a contact, the newest first. */
export function ContactConversations({ lead }: { lead: string }) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const { ago } = useFormats();
  const query = useCursorPages(listRequests, {
    lead,
    status: 'all',
    view: 'row',
    no_count: true,
    sortField: 'createdAt',
    direction: -1,
  });
  const rows = query.data?.pages.flatMap(({ page }) => page.requests as InboxRow[]) ?? [];
  return (
    <Section title={t('contacts.conversations')}>
      {query.isPending && <Skeleton className="h-16" />}
      {query.error && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.data && rows.length === 0 && <p className="text-ink-soft">{t('contacts.noConversations')}</p>}
      <ul className="-mx-2 flex flex-col gap-1">
        {rows.map((row) => (
          <li key={row._id}>
            <Link
              to="/$project/inbox/$"
              params={{
                project: projectId,
                _splat: placeOf({
                  view: { kind: row.status === closed ? 'closed' : 'all' },
                  requestId: row.request_id,
                }),
              }}
              className="flex min-h-8 items-center gap-2 rounded-box px-2 py-1 hover:bg-hover"
            >
              <Status row={row} />
              <bdi className="min-w-0 flex-1 truncate">{row.subject || row.first_text || `#${row.ticket_id}`}</bdi>
              <time dateTime={row.createdAt} className="text-small text-ink-soft">
                {ago(Date.parse(row.createdAt), Date.now())}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button small pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('state.more')}
        </Button>
      )}
    </Section>
  );
}
