import { useLingui } from '@lingui/react';
import { listTags } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState, useSyncExternalStore } from 'react';

import { localeOf } from '../app/locale.ts';
import { nameOfTeammate, userIdOf } from '../app/people.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { classes } from '../ui/classes.ts';
import { CheckField, SelectField } from '../ui/controls.tsx';
import { Field, inputLook } from '../ui/field.tsx';
import { type InboxFilter, type Narrowing, orders, priorities, readFilter, slaStates } from './filter.ts';
import { channelLabel, channels, useContactName } from './filter-words.ts';
import { ContactPicker } from './pickers.tsx';
import type { ChangeFilter } from './use-change-filter.ts';
import { defaultOrder, type InboxView } from './views.ts';
import { useDepartments } from './views-column.tsx';

interface FilterBarProps {
  view: InboxView;
  filter: InboxFilter;
  onChange: ChangeFilter;
}

type Choice = { value: string; label: string };

/** Narrows and orders the list; each change goes into the address at once. */
export function FilterBar({ view, filter, onChange }: FilterBarProps) {
  const t = useTexts();
  const set = (name: keyof InboxFilter, value: unknown) => onChange((current) => ({ ...current, [name]: value }));
  const choices = useChoices();
  const select = (name: keyof typeof choices) => (
    <SelectField
      label={t(`inbox.filter.${name}`)}
      value={filter[name] ?? ''}
      onChange={({ target }) => set(name, target.value)}
      choices={[{ value: '', label: t('inbox.filter.any') }, ...withChosen(choices[name], filter[name])]}
    />
  );
  return (
    // On a low screen the rows keep their room.
    <fieldset
      className="-m-1 grid max-h-[45vh] grid-cols-2 items-end gap-2 overflow-y-auto p-1"
      aria-label={t('inbox.filter')}
    >
      {select('tag')}
      {select('priority')}
      {select('channel')}
      {view.kind !== 'department' && select('department')}
      {select('participant')}
      {select('snoozed')}
      {select('sla')}
      <ContactField chosen={filter.lead} onChange={(lead) => set('lead', lead)} />
      <TypedField name="ticket" inputMode="numeric" maxLength={17} filter={filter} onChange={set} />
      <div className="pb-2">
        <CheckField
          label={t('inbox.filter.rated')}
          checked={filter.rated ?? false}
          onChange={({ target }) => set('rated', target.checked)}
        />
      </div>
      <div className="col-span-2 grid grid-cols-2 items-end gap-2">
        <TypedField
          name="from"
          type="date"
          filter={filter}
          onChange={set}
          {...(filter.until && { max: filter.until })}
        />
        <TypedField
          name="until"
          type="date"
          filter={filter}
          onChange={set}
          {...(filter.from && { min: filter.from })}
        />
      </div>
      {/* Its choices are sentences: half of the column cuts them off. */}
      <div className="col-span-2">
        <SelectField
          label={t('inbox.order')}
          value={filter.order ?? defaultOrder(view)}
          onChange={({ target: { value } }) => set('order', value === defaultOrder(view) ? undefined : value)}
          choices={orders.map((value) => ({ value, label: t(`inbox.order.${value}`) }))}
        />
      </div>
    </fieldset>
  );
}

function useChoices(): Record<
  'tag' | 'priority' | 'channel' | 'department' | 'participant' | 'snoozed' | 'sla',
  Choice[]
> {
  const t = useTexts();
  const { i18n } = useLingui();
  const { parley, people, projectId, me } = useWorkplace();
  const departments = useDepartments();
  const teammates = useSyncExternalStore(people.subscribe, () => people.teammates);
  const { data: tags = [] } = useQuery({
    queryKey: ['tag-names', projectId],
    queryFn: () => listTags(parley, { sortField: 'tag', direction: 1, limit: 100 }),
    staleTime: 60_000,
  });
  return {
    tag: tags.map(({ tag }) => ({ value: tag, label: tag })),
    priority: priorities.map((value) => ({ value, label: t(`priority.${value}`) })),
    channel: channels.map((value) => ({ value, label: channelLabel(value, t) })),
    department: departments.map(({ _id, name }) => ({ value: _id, label: name })),
    snoozed: (['yes', 'no'] as const).map((value) => ({ value, label: t(`inbox.snoozed.${value}`) })),
    sla: slaStates.map((value) => ({ value, label: t(`inbox.sla.${value}`) })),
    participant: [
      ...teammates.map((teammate) => {
        const [value, name] = [userIdOf(teammate), nameOfTeammate(teammate)];
        return { value, label: value === me ? t('pick.me', { name }) : name };
      }),
      ...people.bots.map(({ id, name }) => ({ value: id, label: name })),
    ].sort((one, other) => one.label.localeCompare(other.label, localeOf(i18n.locale))),
  };
}

/** An address may name one that is not listed. */
function withChosen(choices: readonly Choice[], chosen: string | undefined): readonly Choice[] {
  const isListed = !chosen || choices.some(({ value }) => value === chosen);
  return isListed ? choices : [{ value: chosen, label: chosen }, ...choices];
}

interface TypedFieldProps {
  name: Narrowing & ('from' | 'until' | 'ticket');
  filter: InboxFilter;
  onChange: (name: keyof InboxFilter, value: unknown) => void;
}

/** What is typed stays as it is until the field is left: it counts as soon as it is whole. */
function TypedField({
  name,
  filter,
  onChange,
  ...input
}: TypedFieldProps & { type?: 'date'; min?: string; max?: string; inputMode?: 'numeric'; maxLength?: number }) {
  const t = useTexts();
  const [typed, setTyped] = useState<string>();
  const known = String(filter[name] ?? '');
  return (
    <Field
      {...input}
      label={t(`inbox.filter.${name}`)}
      value={typed ?? known}
      onChange={({ target }) => {
        setTyped(target.value);
        const read = readFilter({ [name]: target.value.replace(/^\s*#/, '') })[name];
        if (String(read ?? '') !== known && !target.validity.badInput) onChange(name, read);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function ContactField({
  chosen,
  onChange,
}: {
  chosen: string | undefined;
  onChange: (lead: string | undefined) => void;
}) {
  const t = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const name = useContactName(chosen);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span id={id} className="font-semibold">
        {t('inbox.filter.lead')}
      </span>
      <button
        type="button"
        aria-labelledby={`${id} ${id}-chosen`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={classes(inputLook, 'flex h-9 items-center justify-between gap-1 ps-3.5 pe-1 text-start')}
      >
        <bdi id={`${id}-chosen`} className="truncate">
          {chosen ? name : t('inbox.filter.any')}
        </bdi>
        <ChevronDown size={14} aria-hidden className="shrink-0" />
      </button>
      {isOpen && <ContactPicker isChosen={chosen !== undefined} onPick={onChange} onClose={() => setOpen(false)} />}
    </div>
  );
}
