import {
  createHoliday,
  deleteHoliday,
  type HolidayView,
  limits,
  listHolidays,
  type ProjectView,
  updateHoliday,
} from '@parley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { RecordDialog } from '../app/record-dialog.tsx';
import { etagOf } from '../app/store-form.ts';
import { type Translate, useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmCall } from '../ui/confirm-call.tsx';
import { CheckField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { faultOf, type Span } from './hours.ts';
import { RowActions } from './row-actions.tsx';
import { SpanFields } from './span-fields.tsx';

/** Days on which other hours apply: none, or those of the holiday. */
export function Holidays({ project }: { project: ProjectView }) {
  const t = useTexts();
  const { date } = useFormats();
  const { parley, projectId } = useWorkplace();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<HolidayView>();
  const [removed, setRemoved] = useState<HolidayView>();
  const query = useQuery({ queryKey: ['holidays', projectId], queryFn: () => listHolidays(parley, {}) });
  const refresh = () => {
    void query.refetch();
    void queries.invalidateQueries({ queryKey: ['open-now', projectId] });
  };
  const day = (value: string) => date(Date.parse(`${value}T00:00`));
  const holidays = (query.data ?? []).toSorted((one, other) => one.from.localeCompare(other.from));
  return (
    <Section title={t('settings.holidays')} help={t('settings.holidays.help')}>
      {!project.activeOperatingHours && <p className="text-ink-soft">{t('settings.holidays.noHours')}</p>}
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-16" />}
      {query.data && holidays.length === 0 && <p className="text-ink-soft">{t('settings.holidays.none')}</p>}
      {holidays.length > 0 && (
        <Table
          label={t('settings.holidays')}
          rows={holidays}
          keyOf={({ _id }) => _id}
          columns={[
            { id: 'name', title: t('settings.holidays.name'), cell: ({ name }) => <bdi>{name}</bdi> },
            {
              id: 'days',
              title: t('settings.holidays.days'),
              folds: true,
              cell: ({ from, to, yearly }) =>
                [from === to ? day(from) : `${day(from)} – ${day(to)}`, yearly && t('settings.holidays.yearly')]
                  .filter(Boolean)
                  .join(' · '),
            },
            { id: 'hours', title: t('settings.hours'), folds: true, cell: ({ spans }) => hoursWords(spans, t) },
            {
              id: 'actions',
              title: t('settings.actions'),
              isActions: true,
              cell: (one) => (
                <RowActions name={one.name} onEdit={() => setEdited(one)} onRemove={() => setRemoved(one)} />
              ),
            },
          ]}
        />
      )}
      <div>
        <Button onClick={() => setEdited(newHoliday())}>
          <Plus size={14} aria-hidden />
          {t('settings.holidays.new')}
        </Button>
      </div>
      {edited && (
        <HolidayDialog
          holiday={edited}
          schedules={schedulesOf(project, t)}
          onStored={refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <ConfirmCall
          title={t('settings.holidays.removeTitle', { name: removed.name })}
          action={t('state.remove')}
          call={() => deleteHoliday(parley, { holiday_id: removed._id })}
          onDone={() => {
            setRemoved(undefined);
            refresh();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('settings.holidays.removeText')}</p>
        </ConfirmCall>
      )}
    </Section>
  );
}

const hoursWords = (spans: readonly Span[], t: Translate): string =>
  spans.length === 0 ? t('settings.hours.closed') : spans.map(({ start, end }) => `${start}–${end}`).join(', ');

/** The hours of the project, and its time slots; one alone leaves no choice. */
function schedulesOf({ timeSlots }: ProjectView, t: Translate): { id: string; name: string }[] {
  const slots = Object.entries(timeSlots ?? {}).map(([id, slot]) => {
    const { name } = Object(slot) as { name?: unknown };
    return { id, name: typeof name === 'string' ? name : id };
  });
  return slots.length === 0 ? [] : [{ id: 'project', name: t('settings.hours') }, ...slots];
}

interface HolidayForm {
  name: string;
  from: string;
  to: string;
  yearly: boolean;
  spans: readonly Span[];
  applies: readonly string[];
}

const newHoliday = () =>
  ({
    _id: '',
    __v: 0,
    updatedAt: '',
    name: '',
    from: '',
    to: '',
    yearly: false,
    spans: [],
    applies: [],
  }) as unknown as HolidayView;

function bodyOf({ spans, applies, to, ...form }: HolidayForm) {
  return { ...form, to: to || form.from, spans: [...spans], applies: [...applies] };
}

function HolidayDialog({
  holiday,
  schedules,
  onStored,
  onClose,
}: {
  holiday: HolidayView;
  schedules: readonly { id: string; name: string }[];
  onStored: () => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const isNew = holiday._id === '';
  const words = {
    name: 'settings.holidays.name',
    from: 'settings.holidays.from',
    to: 'settings.holidays.to',
    yearly: 'settings.holidays.yearly',
    spans: 'settings.hours',
    applies: 'settings.holidays.applies',
  } as const;
  const formOf = ({ name, from, to, yearly, spans, applies }: HolidayView): HolidayForm => ({
    ...{ name, from, to, yearly, spans, applies },
  });
  return (
    <RecordDialog<HolidayView, HolidayForm>
      title={t(isNew ? 'settings.holidays.new' : 'settings.holidays.edit')}
      record={holiday}
      formOf={formOf}
      save={(changes, from) => {
        const body = bodyOf({ ...formOf(from), ...changes });
        return isNew
          ? createHoliday(parley, body)
          : updateHoliday(parley, { holiday_id: from._id, ...body }, { ifMatch: etagOf(from) });
      }}
      reload={async () => (await listHolidays(parley, {})).find(({ _id }) => _id === holiday._id) ?? holiday}
      describe={(name, form) => ({
        label: t(words[name]),
        value: name === 'spans' ? hoursWords(form.spans, t) : String(form[name]),
      })}
      onStored={onStored}
      onClose={onClose}
    >
      {({ draft, set, error }) => (
        <>
          <Field
            label={t('settings.holidays.name')}
            dir="auto"
            required
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
            maxLength={limits.createHoliday.name.maxLength}
            problem={fieldProblem(error, 'name')}
          />
          <div className="grid grid-cols-2 gap-2">
            <Field
              label={t('settings.holidays.from')}
              type="date"
              required
              value={draft.from}
              onChange={({ target }) => set({ from: target.value })}
              problem={fieldProblem(error, 'from')}
            />
            <Field
              label={t('settings.holidays.to')}
              type="date"
              min={draft.from}
              value={draft.to}
              onChange={({ target }) => set({ to: target.value })}
              problem={fieldProblem(error, 'to')}
            />
          </div>
          <CheckField
            label={t('settings.holidays.yearly')}
            checked={draft.yearly}
            onChange={({ target }) => set({ yearly: target.checked })}
          />
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 font-semibold">{t('settings.hours')}</legend>
            <div className="flex items-start gap-2">
              <SpanFields name={draft.name} spans={draft.spans} onChange={(spans) => set({ spans })} />
            </div>
            {fieldProblem(error, 'spans') && faultOf(draft.spans) === undefined && (
              <p className="text-small text-bad">{fieldProblem(error, 'spans')}</p>
            )}
          </fieldset>
          {schedules.length > 0 && (
            <fieldset className="flex flex-col gap-1">
              <legend className="mb-1 font-semibold">{t('settings.holidays.applies')}</legend>
              {schedules.map(({ id, name }) => (
                <CheckField
                  key={id}
                  label={name}
                  checked={draft.applies.length === 0 || draft.applies.includes(id)}
                  onChange={({ target }) => {
                    const known = draft.applies.length === 0 ? schedules.map((one) => one.id) : draft.applies;
                    const chosen = target.checked ? [...known, id] : known.filter((one) => one !== id);
                    set({ applies: schedules.every((one) => chosen.includes(one.id)) ? [] : chosen });
                  }}
                />
              ))}
            </fieldset>
          )}
        </>
      )}
    </RecordDialog>
  );
}
