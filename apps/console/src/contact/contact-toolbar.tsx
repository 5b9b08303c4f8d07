import { listSegments } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Columns3, Search, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { setPreferences } from '../app/preferences.ts';
import { useTexts } from '../app/texts.tsx';
import { useDebounced } from '../app/use-debounced.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { inputLook } from '../ui/field.tsx';
import { Menu, MenuCheck } from '../ui/menu.tsx';
import { columnTitles, contactColumns, useChosenColumns } from './contact-columns.tsx';
import { type ContactFilter, longestSearch, readContactFilter } from './contact-filter.ts';

const searchDelayMs = 300;
/** Segments beyond these are reached by their own list. */
const maxSegments = 200;

const orders = ['createdAt', 'createdAt.asc', 'updatedAt', 'fullname.asc', 'email.asc'] as const;

/** Search, segment, tag, order, trash and columns of the list of contacts. */
export function ContactToolbar({ filter }: { filter: ContactFilter }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId } = useWorkplace();
  const segments = useQuery({
    queryKey: ['listSegments', projectId, 'names'],
    queryFn: ({ signal }) => listSegments(parley, { limit: maxSegments, sortField: 'name', direction: 1 }, { signal }),
  });

  function show(search: ContactFilter, replace = false) {
    void navigate({ to: '/$project/contacts/{-$lead}', params: { project: projectId }, search, replace });
  }

  const { segment, tag, trash, sort, asc } = filter;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox filter={filter} onSearch={(q) => show(changed(filter, { q: q || undefined }), true)} />
      <select
        aria-label={t('contacts.segment')}
        value={segment ?? ''}
        onChange={({ target }) => show(changed(filter, { segment: target.value || undefined }))}
        className={classes(inputLook, 'h-9 flex-1 basis-36 sm:max-w-48')}
      >
        <option value="">{t('contacts.everySegment')}</option>
        {segments.data?.segments.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t('contacts.order')}
        value={`${sort ?? 'createdAt'}${asc ? '.asc' : ''}`}
        onChange={({ target }) => {
          const [field, direction] = target.value.split('.');
          show(changed(filter, { sort: field, asc: direction !== undefined }));
        }}
        className={classes(inputLook, 'h-9 flex-1 basis-36 sm:max-w-48')}
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {t(`contacts.order.${order}`)}
          </option>
        ))}
      </select>
      <Button
        look={trash ? 'primary' : 'quiet'}
        aria-pressed={trash ?? false}
        onClick={() => show(changed(filter, { trash: trash ? undefined : true }))}
      >
        <Trash2 size={14} aria-hidden />
        {t('contacts.trash')}
      </Button>
      <ColumnMenu />
      {tag && (
        <span className="flex items-center gap-1 rounded-box border border-line px-2 py-1 text-small">
          {t('contacts.withTag')} <bdi className="max-w-40 truncate font-semibold">{tag}</bdi>
          <button
            type="button"
            aria-label={t('contacts.anyTag')}
            onClick={() => show(changed(filter, { tag: undefined }))}
            className="flex size-6 items-center justify-center rounded-box hover:bg-hover"
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      )}
    </div>
  );
}

/** Searches as one types, once the typing rests. */
function SearchBox({ filter: { q = '' }, onSearch }: { filter: ContactFilter; onSearch: (words: string) => void }) {
  const t = useTexts();
  const [typed, setTyped] = useState(q);
  const settled = useDebounced(typed, searchDelayMs);

  const asked = useRef(q);

  // An address that was reached in another way is shown.
  useEffect(() => {
    if (q !== asked.current) setTyped(q);
    asked.current = q;
  }, [q]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed searches.
  useEffect(() => {
    if (settled !== typed || settled.trim() === q) return;
    asked.current = settled.trim();
    onSearch(asked.current);
  }, [settled]);

  return (
    <div className="relative w-full sm:w-72">
      <Search size={14} aria-hidden className="absolute start-2.5 top-2.5 text-ink-soft" />
      <input
        type="search"
        aria-label={t('contacts.search')}
        placeholder={t('contacts.search')}
        maxLength={longestSearch}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={classes(inputLook, 'h-9 ps-8')}
      />
    </div>
  );
}

function ColumnMenu() {
  const t = useTexts();
  const chosen = useChosenColumns();
  return (
    <Menu
      trigger={
        <Button look="quiet">
          <Columns3 size={14} aria-hidden />
          {t('contacts.columns')}
        </Button>
      }
    >
      {contactColumns.map((column) => (
        <MenuCheck
          key={column}
          checked={chosen.includes(column)}
          onChange={(checked) =>
            setPreferences({
              contactColumns: contactColumns.filter((one) => (one === column ? checked : chosen.includes(one))),
            })
          }
        >
          {t(columnTitles[column])}
        </MenuCheck>
      ))}
    </Menu>
  );
}

function changed(filter: ContactFilter, change: Record<string, unknown>): ContactFilter {
  return readContactFilter({ ...filter, ...change });
}
