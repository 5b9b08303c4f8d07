import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChevronDown, ListFilter, Search, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { lazyPart } from '../app/lazy-part.tsx';
import { NotFound } from '../app/pages.tsx';
import { PanelBoundary } from '../app/panel-boundary.tsx';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useNow } from '../app/use-now.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { inputLook } from '../ui/field.tsx';
import { Menu, MenuItem, MenuLine, preloadMenus } from '../ui/menu.tsx';
import { Empty, Failure } from '../ui/states.tsx';
import { useMedia } from '../ui/use-media.ts';
import { useCounters } from './counters.ts';
import { type InboxFilter, narrowings } from './filter.ts';
import { useInboxKeys } from './inbox-keys.ts';
import { ListPanel } from './list-panel.tsx';
import type { ReadState } from './row.ts';
import type { SavedView } from './saved-views.ts';
import { extended, noSelection } from './selection.ts';
import { useChangeFilter } from './use-change-filter.ts';
import { useInbox } from './use-inbox.ts';
import { useSavedViews } from './use-saved-views.ts';
import { type InboxPlace, type InboxView, knowsUnread, placeOf, readPlace, viewKinds } from './views.ts';
import { useDepartments, ViewsColumn } from './views-column.tsx';

const loadConversation = async () => (await import('../conversation/conversation-panel.tsx')).ConversationPanel;
const ConversationPanel = lazyPart(undefined, loadConversation);
const BulkBar = lazyPart('actions', async () => (await import('./bulk-bar.tsx')).BulkBar);
const FilterBar = lazyPart('actions', async () => (await import('./filter-bar.tsx')).FilterBar);
const FilterChips = lazyPart('actions', async () => (await import('./filter-chips.tsx')).FilterChips);
const FirstMessage = lazyPart('welcome', async () => (await import('../welcome/first-message.tsx')).FirstMessage);

/** Up to this width, the column of the views and the contact panel do not both have room: while the panel is open, a menu has the views. */
const besidePanel = {
  hidden: 'max-[1359px]:[main:has([data-contact-panel])_&]:hidden',
  shown: 'max-[1359px]:[main:has([data-contact-panel])_&]:block',
};

export function InboxScreen() {
  const { _splat = '' } = useParams({ from: '/person/$project/inbox/$' });
  const place = readPlace(_splat);
  const filter = useSearch({ from: '/person/$project/inbox/$' });
  const views = useSavedViews();
  if (!place) return <NotFound />;
  const { view } = place;
  if (view.kind !== 'saved') return <InboxAt place={place} shown={{ view, filter }} />;
  const saved = views?.find((one) => one.id === view.id);
  // In the same place of the tree: a changed filter leaves the saved view, and the filter bar stays open.
  if (saved) return <InboxAt place={place} shown={saved} saved={saved} />;
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
  // Each drawing reads the address anew.
  const at = useRef(place.view);
  at.current = place.view;
  const navigate = useNavigate();
  const now = useNow(30_000);
  const inbox = useInbox(view, filter);
  const counters = useCounters();
  const departments = useDepartments();
  const label =
    saved?.name ??
    (view.kind === 'department'
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
  // The list is there first; what it opens is loaded before it is asked for, so that it opens at once and without a network.
  const isLoaded = !inbox.loading;
  useEffect(() => {
    if (!isLoaded) return;
    const frame = requestAnimationFrame(() => {
      setTimeout(() => {
        preloadMenus();
        loadConversation().catch(() => undefined);
      });
    });
    return () => cancelAnimationFrame(frame);
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
            <ConversationPanel requestId={requestId} row={inbox.list.get(requestId)} onBack={back} onRead={noteRead} />
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

function NothingOpen({ isEmpty }: { isEmpty: boolean }) {
  const t = useTexts();
  // Where there is room for one column, the list has it.
  const isWide = useMedia('(width >= 48rem)');
  const none = <Empty title={t('conversation.none')}>{t('conversation.noneText')}</Empty>;
  if (!isEmpty || !isWide) return none;
  return <FirstMessage>{none}</FirstMessage>;
}

interface ListHeadProps {
  view: InboxView;
  filter: InboxFilter;
  saved: SavedView | undefined;
  label: string;
}

function ListHead({ view, filter, saved, label }: ListHeadProps) {
  const t = useTexts();
  const isNarrowed = narrowings.some((name) => filter[name] !== undefined) || filter.order !== undefined;
  const isFiltered = Object.keys(filter).length > 0;
  const [isOpen, setOpen] = useState(false);
  const change = useChangeFilter(view, saved);
  const [words, setWords] = useState(filter.q ?? '');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setWords(filter.q ?? ''), [filter.q]);
  return (
    <header className="flex flex-col gap-2 border-b border-line px-3 py-2.5">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h1 className={classes('hidden text-title font-semibold lg:block', besidePanel.hidden)}>{label}</h1>
        <ViewsMenu label={label} />
        <span className="ms-auto" />
        {knowsUnread(view) && (
          <Button
            small
            look={filter.unread ? 'primary' : 'quiet'}
            aria-pressed={filter.unread === true}
            onClick={() => change(({ unread, ...others }) => ({ ...others, unread: !unread }))}
          >
            {t('inbox.onlyUnread')}
          </Button>
        )}
        <IconButton
          label={t('inbox.filter')}
          pressed={isNarrowed}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter size={16} aria-hidden />
        </IconButton>
      </div>
      <search>
        <form
          className="relative"
          onSubmit={(event) => {
            event.preventDefault();
            change((current) => ({ ...current, q: words.trim() }));
          }}
        >
          <Search size={14} aria-hidden className="absolute start-2.5 top-2.5 text-ink-soft" />
          <input
            ref={input}
            id="inbox-search"
            type="search"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            aria-label={t('inbox.search')}
            placeholder={t('inbox.search')}
            maxLength={200}
            className={classes(inputLook, 'h-8.5 ps-8 pe-8')}
          />
          {filter.q && (
            <button
              type="button"
              aria-label={t('inbox.searchClear')}
              onClick={() => {
                change(({ q: _, ...others }) => others);
                input.current?.focus();
              }}
              className="absolute end-1 top-1 inline-flex size-6.5 items-center justify-center rounded-box text-ink-soft hover:bg-hover"
            >
              <X size={14} aria-hidden />
            </button>
          )}
        </form>
      </search>
      {isOpen && <FilterBar view={view} filter={filter} onChange={change} />}
      {isFiltered && <FilterChips view={view} filter={filter} saved={saved} onChange={change} />}
    </header>
  );
}

/** The views where there is no room for their column. */
function ViewsMenu({ label }: { label: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { projectId } = useWorkplace();
  const departments = useDepartments();
  const saved = useSavedViews() ?? [];
  const go = (view: InboxPlace['view']) =>
    void navigate({ to: '/$project/inbox/$', params: { project: projectId, _splat: placeOf({ view }) } });
  return (
    <div className={classes('lg:hidden', besidePanel.shown)}>
      <Menu
        trigger={
          <button type="button" className="flex items-center gap-1 rounded-box text-title font-semibold">
            {label}
            <ChevronDown size={16} aria-hidden className="text-ink-soft" />
          </button>
        }
      >
        {viewKinds.map((kind) => (
          <MenuItem key={kind} onSelect={() => go({ kind })}>
            {t(`inbox.view.${kind}`)}
          </MenuItem>
        ))}
        <MenuLine />
        {departments.map(({ _id, name }) => (
          <MenuItem key={_id} onSelect={() => go({ kind: 'department', id: _id })}>
            <bdi>{name}</bdi>
          </MenuItem>
        ))}
        {saved.length > 0 && <MenuLine />}
        {saved.map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => go({ kind: 'saved', id })}>
            <bdi>{name}</bdi>
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

function EmptyList({ view, filter, saved }: Pick<ListHeadProps, 'view' | 'filter' | 'saved'>) {
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
