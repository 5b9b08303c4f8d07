import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { lazyPart } from '../app/lazy-part.tsx';
import { NotFound } from '../app/pages.tsx';
import { PanelBoundary } from '../app/panel-boundary.tsx';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useNow } from '../app/use-now.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { classes } from '../ui/classes.ts';
import { onFirstInput } from '../ui/first-input.ts';
import { preloadMenus } from '../ui/menu.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { useCounters } from './counters.ts';
import { type InboxFilter, readFilter } from './filter.ts';
import { neighbour, useInboxKeys } from './inbox-keys.ts';
import { ListHead } from './list-head.tsx';
import { ListPanel } from './list-panel.tsx';
import type { ReadState } from './row.ts';
import type { SavedView } from './saved-views.ts';
import { extended, noSelection } from './selection.ts';
import { useInbox } from './use-inbox.ts';
import { useSavedViews } from './use-saved-views.ts';
import { type InboxPlace, type InboxView, placeOf, readPlace } from './views.ts';
import { besidePanel, useDepartments, ViewsColumn } from './views-column.tsx';

const loadConversation = async () => (await import('../conversation/conversation-panel.tsx')).ConversationPanel;
const ConversationPanel = lazyPart(
  'actions',
  loadConversation,
  <div className="flex h-14 flex-1 items-center border-b border-line px-3">
    <Skeleton className="h-5 w-40" />
  </div>,
);
const EmptyList = lazyPart('actions', async () => (await import('./empty-inbox.tsx')).EmptyList);
const NothingOpen = lazyPart('actions', async () => (await import('./empty-inbox.tsx')).NothingOpen);
const BulkBar = lazyPart('actions', async () => (await import('./bulk-bar.tsx')).BulkBar);

export function InboxScreen() {
  const { _splat = '' } = useParams({ from: '/person/$project/inbox/$' });
  const place = readPlace(_splat);
  // Other members of the address narrow nothing.
  const filter = readFilter(useSearch({ from: '/person/$project/inbox/$' }));
  const views = useSavedViews();
  if (!place) return <NotFound />;
  const { view } = place;
  if (view.kind !== 'saved') return <InboxAt place={place} shown={{ view, filter }} />;
  const saved = views?.find((one) => one.id === view.id);
  // In the same place of the tree: a changed filter leaves the saved view, and the filter bar stays open.
  if (saved) {
    const shown = saved.view.kind === 'query' ? { view: saved.view, filter } : saved;
    return <InboxAt place={place} shown={shown} saved={saved} />;
  }
  return views && <NotFound />;
}

interface InboxAtProps {
  place: InboxPlace;
  shown: { view: InboxView; filter: InboxFilter };
  saved?: SavedView;
}

function InboxAt({ place, shown: { view, filter }, saved }: InboxAtProps) {
  const t = useTexts();
  const { drafts, me, people, projectId } = useWorkplace();
  const { requestId } = place;
  // Each drawing reads the address again.
  const at = useRef(place.view);
  at.current = place.view;
  const navigate = useNavigate();
  const now = useNow(30_000);
  const inbox = useInbox(view, filter);
  const counters = useCounters();
  const departments = useDepartments();
  const label =
    saved?.name ??
    ('id' in view
      ? (departments.find(({ _id }) => _id === view.id)?.name ?? t('inbox.departments'))
      : t(`inbox.view.${view.kind}`));
  useSyncExternalStore(
    useCallback((listener) => drafts.subscribe(listener), [drafts]),
    () => drafts.size,
  );

  const open = useCallback(
    (id: string | undefined) =>
      void navigate({
        to: '/$project/inbox/$',
        params: { project: projectId, _splat: placeOf({ view: at.current, ...(id && { requestId: id }) }) },
        // As it is then: a filter may have been changed since the last drawing.
        search: true,
      }),
    [navigate, projectId],
  );
  const back = useCallback(() => open(undefined), [open]);
  const { list } = inbox;
  const newest = useRef(inbox);
  newest.current = inbox;
  const next = useCallback(() => open(neighbour(newest.current, requestId, 1)), [open, requestId]);
  const noteRead = useCallback(
    (read: ReadState) => {
      if (requestId) list.setRead(requestId, read);
    },
    [list, requestId],
  );
  const [selection, setSelection] = useState(noSelection);
  // A selection belongs to its list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is a new one for each view and filter.
  useEffect(() => setSelection(noSelection), [inbox.list]);
  useInboxKeys({ inbox, requestId, open, selection, onSelect: setSelection });
  // What the list opens is loaded while a hand is on its way, so that it opens at once.
  const isLoaded = !inbox.loading;
  useEffect(() => {
    if (!isLoaded) return undefined;
    return onFirstInput(() => {
      preloadMenus();
      loadConversation().catch(() => undefined);
    });
  }, [isLoaded]);

  const failed = inbox.error ? { problem: problemOf(inbox.error, t), onRetry: inbox.reload } : undefined;

  return (
    <>
      <div className={classes('hidden lg:flex', besidePanel.hidden)}>
        <PanelBoundary>
          <ViewsColumn view={place.view} counters={counters} />
        </PanelBoundary>
      </div>
      <section
        aria-label={t('inbox.list', { view: label })}
        className={classes(
          'min-h-0 w-full flex-col border-e border-line md:flex md:w-80 md:shrink-0 lg:w-90',
          requestId ? 'hidden' : 'flex',
        )}
      >
        <ListHead view={view} filter={filter} saved={saved} label={label} />
        <PanelBoundary>
          <ListPanel
            label={t('inbox.list', { view: label })}
            list={inbox.list}
            snapshot={inbox.snapshot}
            total={inbox.total}
            loading={inbox.loading}
            openId={requestId}
            selection={selection}
            onSelect={setSelection}
            me={me}
            now={now}
            nameOf={people.nameOf}
            pictureOf={people.pictureOf}
            hasDraft={(id) => drafts.has(id)}
            onOpen={open}
            onMore={inbox.more}
            empty={failed ? <Failure {...failed} /> : <EmptyList view={view} filter={filter} saved={saved} />}
            failure={failed && <Failure small {...failed} />}
          />
        </PanelBoundary>
        {selection.size > 0 && (
          <BulkBar
            selection={selection}
            onSelect={setSelection}
            loaded={inbox.snapshot.rows.length}
            onAll={() => setSelection(extended(noSelection, inbox.snapshot.rows, 0, inbox.snapshot.rows.length))}
          />
        )}
      </section>
      <section className={classes('min-w-0 flex-1', requestId ? 'flex' : 'hidden md:flex')}>
        {requestId ? (
          <PanelBoundary key={requestId}>
            <ConversationPanel
              requestId={requestId}
              row={inbox.list.get(requestId)}
              onBack={back}
              onNext={next}
              onRead={noteRead}
            />
          </PanelBoundary>
        ) : (
          <div className="m-auto">
            <NothingOpen isEmpty={!inbox.loading && inbox.snapshot.rows.length === 0} />
          </div>
        )}
      </section>
    </>
  );
}
