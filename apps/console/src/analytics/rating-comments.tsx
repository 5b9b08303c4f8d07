import { listRatingComments, type RatingCommentView } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';

import { PanelBoundary } from '../app/panel-boundary.tsx';
import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useCursorPages } from '../app/use-cursor-pages.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { placeOf } from '../inbox/views.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { useAnalytics } from './use-figures.ts';

/** What customers wrote with the ratings of the period, newest first. */
export function RatingComments() {
  const t = useTexts();
  const title = t('analytics.comments');
  return (
    <PanelBoundary>
      <section aria-label={title} className="rounded-box border border-line bg-paper">
        <header className="border-b border-line px-4 py-2">
          <h2 className="text-title font-semibold">{title}</h2>
        </header>
        <Comments title={title} />
      </section>
    </PanelBoundary>
  );
}

function Comments({ title }: { title: string }) {
  const t = useTexts();
  const { filter, period } = useAnalytics();
  const { department, channel, person } = filter;
  const list = useCursorPages(listRatingComments, {
    ...{ from: startOf(period.from), to: startOf(period.to, 1) },
    ...(department && { department_id: department }),
    ...(channel && { channel }),
    ...(person && { participant: person }),
  });
  const comments = list.data?.pages.flatMap(({ page }) => page.comments) ?? [];
  if (!list.data) {
    if (list.error) return <Failure problem={problemOf(list.error, t)} onRetry={() => void list.refetch()} />;
    return <Skeleton className="m-4 h-24" />;
  }
  if (comments.length === 0)
    return (
      <Empty title={t('analytics.comments.none')} icon={<MessageSquareText size={28} strokeWidth={1.5} />}>
        {t('analytics.emptyText')}
      </Empty>
    );
  return (
    <>
      <ol aria-label={title} className="max-h-96 divide-y divide-line overflow-y-auto">
        {comments.map((comment) => (
          <Comment key={comment.request_id} comment={comment} />
        ))}
      </ol>
      {list.hasNextPage && (
        <div className="border-t border-line p-2">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('state.more')}
          </Button>
        </div>
      )}
    </>
  );
}

function Comment({ comment }: { comment: RatingCommentView }) {
  const t = useTexts();
  const { date, number } = useFormats();
  const { people, projectId } = useWorkplace();
  const { request_id, ticket_id, rating, rating_message, agents, rated_at } = comment;
  const names = agents.flatMap((agent) => people.nameOf(agent) ?? []);
  return (
    <li className="flex gap-3 px-4 py-2">
      <span
        role="img"
        aria-label={t('analytics.comments.rating', { rating: number(rating) })}
        className="font-semibold"
      >
        {number(rating)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words whitespace-pre-line" dir="auto">
          {rating_message}
        </p>
        <p className="text-small text-ink-soft">
          <time dateTime={rated_at}>{date(Date.parse(rated_at))}</time>
          {names.length > 0 && (
            <>
              {' · '}
              <bdi>{names.join(', ')}</bdi>
            </>
          )}
          {' · '}
          <Link
            to="/$project/inbox/$"
            params={{ project: projectId, _splat: placeOf({ view: { kind: 'all' }, requestId: request_id }) }}
            className="text-accent underline underline-offset-2"
          >
            {t('analytics.comments.open', { number: ticket_id })}
          </Link>
        </p>
      </div>
    </li>
  );
}

/** The instant at which a day begins in the zone of the browser. */
function startOf(day: string, later = 0): string {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}
