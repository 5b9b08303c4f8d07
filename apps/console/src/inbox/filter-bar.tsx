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
import { maxSavedViews, type SavedView } from './saved-views.ts';
import { useChangeSavedViews, useSavedViews } from './use-saved-views.ts';
import { defaultOrder, type InboxFilter, type InboxView, orders, placeOf, priorities } from './views.ts';

/** Those that Parley itself tells apart. Source: contract 20 section 3.3. */
const channels = ['chat21', 'email', 'form', 'online', 'offline'] as const;

interface FilterBarProps {
  view: InboxView;
  filter: InboxFilter;
  /** The saved view that is shown. */
  saved: SavedView | undefined;
  onFilter: (filter: InboxFilter) => void;
}

interface Narrowing {
  by: 'tag' | 'priority' | 'channel';
  choices: readonly { value: string; label: string }[];
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
  const narrowings: Narrowing[] = [
    { by: 'tag', choices: withChosen(known, filter.tag).map((name) => ({ value: name, label: name })) },
    { by: 'priority', choices: priorities.map((value) => ({ value, label: t(`priority.${value}`) })) },
    {
      by: 'channel',
      choices: withChosen(channels, filter.channel).map((value) => ({ value, label: channelLabel(value, t) })),
    },
  ];
  const isFiltered = Object.keys(filter).length > 0;
  const go = (place: string) => navigate({ to: '/$project/inbox/$', params: { project: projectId, _splat: place } });

  function narrow(by: Narrowing['by'], value: string) {
    const { [by]: _, ...others } = filter;
    onFilter({ ...others, ...(value && { [by]: value }) });
  }

  async function keep(name: string) {
    const kept = { id: crypto.randomUUID(), name, view, filter };
    await change.mutateAsync((stored) => [...stored, kept].slice(-maxSavedViews));
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
        {narrowings.map(({ by, choices }) => (
          <SelectField
            key={by}
            label={t(`inbox.filter.${by}`)}
            value={filter[by] ?? ''}
            onChange={({ target }) => narrow(by, target.value)}
            choices={[{ value: '', label: t('inbox.filter.any') }, ...choices]}
          />
        ))}
        <SelectField
          label={t('inbox.order')}
          value={filter.order ?? defaultOrder(view)}
          onChange={({ target }) => {
            const { order: _, ...others } = filter;
            const order = orders.find((one) => one === target.value);
            onFilter({ ...others, ...(order && order !== defaultOrder(view) && { order }) });
          }}
          choices={orders.map((value) => ({ value, label: t(`inbox.order.${value}`) }))}
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
                views && views.length >= maxSavedViews ? t('inbox.view.most', { count: maxSavedViews }) : undefined
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
