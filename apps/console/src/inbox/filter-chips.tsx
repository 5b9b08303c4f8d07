import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';

import { failures } from '../app/failures.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { type InboxFilter, narrowings } from './filter.ts';
import { useFilterWords } from './filter-words.ts';
import type { SavedView } from './saved-views.ts';
import type { ChangeFilter } from './use-change-filter.ts';
import { useChangeViews, type ViewWords } from './use-change-views.ts';
import { useSavedViews } from './use-saved-views.ts';
import { ViewDialog } from './view-dialog.tsx';
import { filterIn, type InboxView, placeOf } from './views.ts';

interface FilterChipsProps {
  view: InboxView;
  filter: InboxFilter;
  /** The saved view that is shown. */
  saved: SavedView | undefined;
  onChange: ChangeFilter;
}

/** What the list is narrowed by, each to be taken away by itself; the whole can be kept as a view of one's own. */
export function FilterChips({ view, filter, saved, onChange }: FilterChipsProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const { projectId } = useWorkplace();
  const [isNaming, setNaming] = useState(false);
  const views = useSavedViews() ?? [];
  const change = useChangeViews();
  const shown = filterIn(view, filter);
  const wordsOf = useFilterWords(shown);
  const set = narrowings.filter((name) => shown[name] !== undefined);
  const go = (place: string) => navigate({ to: '/$project/inbox/$', params: { project: projectId, _splat: place } });

  async function keep(words: ViewWords) {
    const { _id } = await change.create(words, view, filter, views.length);
    setNaming(false);
    await go(placeOf({ view: { kind: 'saved', id: _id } }));
  }

  async function edit(known: SavedView, words: ViewWords) {
    await change.update(known, words);
    setNaming(false);
  }

  async function remove(known: SavedView) {
    await change.remove(known);
    await go(placeOf({ view: known.view.kind === 'query' ? { kind: 'all' } : known.view }));
  }

  return (
    <div className="flex flex-col gap-2">
      {set.length > 0 && (
        <ul aria-label={t('inbox.filter.chips')} className="flex flex-wrap gap-1.5">
          {set.map((name) => (
            <li
              key={name}
              className="flex max-w-full items-center rounded-box border border-line bg-raised ps-2 text-small"
            >
              <bdi className="truncate">{wordsOf(name)}</bdi>
              <button
                type="button"
                aria-label={t('inbox.filter.remove', { filter: wordsOf(name) })}
                onClick={() => onChange((current) => ({ ...current, [name]: undefined }))}
                className="flex size-6 shrink-0 items-center justify-center rounded-box text-ink-soft hover:bg-hover hover:text-ink"
              >
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {saved && change.mayChange(saved) && (
          <>
            <Button small onClick={() => setNaming(true)}>
              {t('inbox.view.edit')}
            </Button>
            <Button small pending={change.isPending} onClick={() => failures.run('view.delete', () => remove(saved))}>
              {t('inbox.view.delete')}
            </Button>
          </>
        )}
        {!saved && (
          <Button small onClick={() => setNaming(true)}>
            {t('inbox.view.save')}
          </Button>
        )}
        {Object.keys(filter).length > 0 && (
          <Button small onClick={() => onChange(() => ({}))}>
            {t('inbox.empty.clear')}
          </Button>
        )}
      </div>
      {isNaming && (
        <ViewDialog
          saved={saved}
          mayShare={change.isAdmin}
          pending={change.isPending}
          error={change.error}
          onClose={() => setNaming(false)}
          onSubmit={(words) => (saved ? edit(saved, words) : keep(words)).catch(() => undefined)}
        />
      )}
    </div>
  );
}
