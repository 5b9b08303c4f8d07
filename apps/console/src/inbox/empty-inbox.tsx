import { Link } from '@tanstack/react-router';

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
  const none = <Empty title={t('conversation.none')}>{t('conversation.noneText')}</Empty>;
  if (!isEmpty || !isWide) return none;
  return <FirstMessage>{none}</FirstMessage>;
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
  const kind = view.kind === 'mine' || view.kind === 'unassigned' ? view.kind : 'other';
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
