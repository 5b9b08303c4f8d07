import { type HistoryEntryView, listRequestHistory } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import type { MessageId } from '../app/language.ts';
import { problemOf } from '../app/problem.ts';
import { type Translate, useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import actions from '../locales/actions/en.json' with { type: 'json' };
import { Failure, Skeleton } from '../ui/states.tsx';

type NameOf = (principal: string) => string | undefined;

/** What happened to the request, newest first, with the reason of each assignment. */
export function History({ requestId, version }: { requestId: string; version: number }) {
  const t = useTexts();
  const { parley, people } = useWorkplace();
  const { full, ago } = useFormats();
  const history = useQuery({
    queryKey: ['history', requestId, version],
    queryFn: () => listRequestHistory(parley, { request_id: requestId, direction: -1, limit: 50 }),
    placeholderData: (known) => known,
  });
  if (history.isPending) return <Skeleton className="h-16" />;
  if (history.error)
    return <Failure small problem={problemOf(history.error, t)} onRetry={() => void history.refetch()} />;
  if (history.data.length === 0) return <p className="text-ink-soft">{t('history.empty')}</p>;
  return (
    <ol className="flex flex-col gap-2">
      {history.data.map((entry) => (
        <li key={entry._id} className="flex flex-col">
          <span className="flex items-baseline justify-between gap-2">
            <bdi>{sentenceOf(entry, people.nameOf, t)}</bdi>
            <time
              dateTime={entry.createdAt}
              title={full(Date.parse(entry.createdAt))}
              className="shrink-0 text-small text-ink-soft"
            >
              {ago(Date.parse(entry.createdAt), Date.now())}
            </time>
          </span>
          {entry.decision && (
            <bdi className="text-small text-ink-soft">{reasonOf(entry.decision, people.nameOf, t)}</bdi>
          )}
        </li>
      ))}
    </ol>
  );
}

function sentenceOf({ verb, actor, actionObj }: HistoryEntryView, nameOf: NameOf, t: Translate): string {
  const id = `history.${verb}`;
  const assigneeId = typeof actionObj.assigneeId === 'string' ? actionObj.assigneeId : '';
  const values = {
    actor: actor.type === 'system' ? t('history.system') : actor.name || (nameOf(actor.id) ?? t('contact.unknown')),
    assignee: nameOf(assigneeId) ?? t('contact.unknown'),
  };
  return id in actions ? t(id as MessageId, values) : t('history.other', { ...values, verb });
}

/** "Ada: 2 of 4 · Linus: full": whom the routing considered, and why it passed over some. */
function reasonOf(
  { candidates = [], omitted = 0 }: NonNullable<HistoryEntryView['decision']>,
  nameOf: NameOf,
  t: Translate,
): string {
  const words = candidates.map(({ id_user, held, limit, eligible, why }) => {
    const name = nameOf(id_user) ?? t('contact.unknown');
    const id = `history.why.${why}`;
    if (!eligible && id in actions) return t(id as MessageId, { name });
    return limit === undefined ? t('history.heldFree', { name, held }) : t('history.held', { name, held, limit });
  });
  if (omitted > 0) words.push(t('history.omitted', { count: omitted }));
  return words.join(' · ');
}
