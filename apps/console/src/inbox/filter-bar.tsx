import { listTags } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toasts.tsx';
import { mostSavedViews, type SavedView } from './saved-views.ts';
import { useChangeSavedViews, useSavedViews } from './use-saved-views.ts';
import { type InboxFilter, type InboxView, placeOf, priorities } from './views.ts';

/** Those that Parley itself tells apart. Source: contract 20 section 3.3. */
const channels = ['chat21', 'email', 'form', 'online', 'offline'] as const;

interface FilterBarProps {
  view: InboxView;
  filter: InboxFilter;
  /** The saved view that is shown. */
  saved: SavedView | undefined;
  onFilter: (filter: InboxFilter) => void;
}

/** Narrows the list by tag, priority and channel; a filter can be kept as a view of one's own. */
export function FilterBar({ view, filter, saved, onFilter }: FilterBarProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId } = useWorkplace();
  const [isNaming, setNaming] = useState(false);
  const views = useSavedViews();
  const change = useChangeSavedViews();
  const { data: tags = [] } = useQuery({
    queryKey: ['tag-names', projectId],
    queryFn: () => listTags(parley, { sortField: 'tag', direction: 1, limit: 100 }),
    staleTime: 60_000,
  });
  const known = tags.map(({ tag }) => tag);
  const names = withChosen(known, filter.tag);
  const isFiltered = Object.keys(filter).length > 0;
  const go = (place: string) => navigate({ to: '/$project/inbox/$', params: { project: projectId, _splat: place } });

  function narrow(name: 'tag' | 'priority' | 'channel', value: string) {
    const { [name]: _, ...others } = filter;
    onFilter({ ...others, ...(value && { [name]: value }) });
  }

  async function keep(name: string) {
    const kept = { id: crypto.randomUUID(), name, view, filter };
    await change.mutateAsync((stored) => [...stored, kept].slice(-mostSavedViews));
    setNaming(false);
    await go(placeOf({ view: { kind: 'saved', id: kept.id } }));
  }

  async function remove({ id }: SavedView) {
    try {
      await change.mutateAsync((stored) => stored.filter((one) => one.id !== id));
      await go(placeOf({ view }));
    } catch (error) {
      toast.add({ title: problemOf(error, t).msg });
    }
  }

  return (
    <fieldset className="flex flex-col gap-2" aria-label={t('inbox.filter')}>
      <div className="grid grid-cols-2 gap-2">
        <SelectField
          label={t('inbox.filter.tag')}
          value={filter.tag ?? ''}
          onChange={({ target }) => narrow('tag', target.value)}
          choices={[
            { value: '', label: t('inbox.filter.any') },
            ...names.map((name) => ({ value: name, label: name })),
          ]}
        />
        <SelectField
          label={t('inbox.filter.priority')}
          value={filter.priority ?? ''}
          onChange={({ target }) => narrow('priority', target.value)}
          choices={[
            { value: '', label: t('inbox.filter.any') },
            ...priorities.map((priority) => ({ value: priority, label: t(`priority.${priority}`) })),
          ]}
        />
        <SelectField
          label={t('inbox.filter.channel')}
          value={filter.channel ?? ''}
          onChange={({ target }) => narrow('channel', target.value)}
          choices={[
            { value: '', label: t('inbox.filter.any') },
            ...withChosen(channels, filter.channel).map((name) => ({ value: name, label: channelLabel(name, t) })),
          ]}
        />
      </div>
      {isFiltered && (
        <div className="flex flex-wrap gap-2">
          {saved ? (
            <Button small pending={change.isPending} onClick={() => void remove(saved)}>
              {t('inbox.view.delete')}
            </Button>
          ) : (
            <Button
              small
              refusal={
                views && views.length >= mostSavedViews ? t('inbox.view.most', { count: mostSavedViews }) : undefined
              }
              onClick={() => setNaming(true)}
            >
              {t('inbox.view.save')}
            </Button>
          )}
          <Button small onClick={() => onFilter({})}>
            {t('inbox.empty.clear')}
          </Button>
        </div>
      )}
      {isNaming && (
        <FormDialog
          title={t('inbox.view.save')}
          pending={change.isPending}
          error={change.error}
          onClose={() => setNaming(false)}
          onSubmit={(form) => {
            const name = String(form.get('name')).trim();
            if (name !== '') keep(name).catch(() => undefined);
          }}
        >
          <Field name="name" label={t('inbox.view.name')} maxLength={60} required dir="auto" />
        </FormDialog>
      )}
    </fieldset>
  );
}

/** An address may name one that is not listed. */
function withChosen(names: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen && !names.includes(chosen) ? [chosen, ...names] : names;
}

/** Projects name further ones as they like. */
function channelLabel(name: string, t: ReturnType<typeof useTexts>): string {
  const known = channels.find((one) => one === name);
  return known ? t(`inbox.channel.${known}`) : name;
}
