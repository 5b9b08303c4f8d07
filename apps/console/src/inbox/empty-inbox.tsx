import { Link } from '@tanstack/react-router';

import { Fragment } from 'react';

import type { MessageId } from '../app/language.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';
import { useMedia } from '../ui/use-media.ts';
import type { InboxFilter } from './filter.ts';
import type { SavedView } from './saved-views.ts';
import { useChangeFilter } from './use-change-filter.ts';
import { type InboxView, placeOf } from './views.ts';

const FirstMessage = lazyPart('welcome', async () => (await import('../welcome/first-message.tsx')).FirstMessage);

/** Stands where a conversation would be. */
export function NothingOpen({ isEmpty }: { isEmpty: boolean }) {
  const t = useTexts();
  // Where there is room for one column, the list has it.
  const isWide = useMedia('(width >= 48rem)');
  const none = <Empty title={t('conversation.none')} action={<FirstKeys />} />;
  if (!isEmpty || !isWide) return none;
  return <FirstMessage>{none}</FirstMessage>;
}

/** What takes a newcomer a step further, and an old hand back into the list. */
const keys: readonly (readonly [key: string, does: MessageId])[] = [
  ['j', 'keys.next'],
  ['Space', 'keys.peek'],
  ['c', 'start.title'],
  ['?', 'keys.help'],
];

function FirstKeys() {
  const t = useTexts();
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 text-start text-ink-soft">
      {keys.map(([key, does]) => (
        <Fragment key={key}>
          <dt className="text-end">
            <kbd className="rounded-box border border-control px-1.5 font-sans text-small">{key}</kbd>
          </dt>
          <dd>{t(does)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

interface EmptyListProps {
  view: InboxView;
  filter: InboxFilter;
  saved: SavedView | undefined;
}

/** Stands where the rows would be. */
export function EmptyList({ view, filter, saved }: EmptyListProps) {
  const t = useTexts();
  const change = useChangeFilter(view, saved);
  const isWide = useMedia('(width >= 48rem)');
  const { order: _, ...narrowing } = filter;
  if (Object.keys(narrowing).length > 0)
    return (
      <Empty
        title={t('inbox.empty.filtered')}
        action={<Button onClick={() => change(({ order }) => ({ order }))}>{t('inbox.empty.clear')}</Button>}
      />
    );
  const kind = view.kind === 'all' || view.kind === 'query' ? 'other' : view.kind;
  const none = (
    <Empty title={t(`inbox.empty.${kind}`)} action={kind === 'mine' && <ToUnassigned />}>
      {t(`inbox.empty.${kind}Text`)}
    </Empty>
  );
  if (isWide) return none;
  return <FirstMessage>{none}</FirstMessage>;
}

/** Where the next conversation is to be found. */
function ToUnassigned() {
  const t = useTexts();
  const { projectId } = useWorkplace();
  return (
    <Link
      to="/$project/inbox/$"
      params={{ project: projectId, _splat: placeOf({ view: { kind: 'unassigned' } }) }}
      className="text-accent underline underline-offset-2"
    >
      {t('inbox.empty.toUnassigned')}
    </Link>
  );
}
