import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, ListFilter, Search, SquarePen, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { lazyPart } from '../app/lazy-part.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { startConversation } from '../new-conversation/start.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { inputLook } from '../ui/field.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { type InboxFilter, narrowings } from './filter.ts';
import type { SavedView } from './saved-views.ts';
import { useChangeFilter } from './use-change-filter.ts';
import { useSavedViews } from './use-saved-views.ts';
import { type InboxPlace, type InboxView, knowsUnread, placeOf, viewKinds } from './views.ts';
import { besidePanel, useDepartments } from './views-column.tsx';

const FilterBar = lazyPart('actions', async () => (await import('./filter-bar.tsx')).FilterBar);
const FilterChips = lazyPart('actions', async () => (await import('./filter-chips.tsx')).FilterChips);

interface ListHeadProps {
  view: InboxView;
  filter: InboxFilter;
  saved: SavedView | undefined;
  label: string;
}

/** What the list shows: its view, the search, the filter. */
export function ListHead({ view, filter, saved, label }: ListHeadProps) {
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
        <IconButton label={t('start.title')} keys="c" onClick={() => startConversation()}>
          <SquarePen size={16} aria-hidden />
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
      {(isFiltered || saved) && <FilterChips view={view} filter={filter} saved={saved} onChange={change} />}
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
