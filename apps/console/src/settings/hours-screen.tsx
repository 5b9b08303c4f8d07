import { useLingui } from '@lingui/react';
import { getOpenState, type ProjectView } from '@parley/sdk';
import { ownZone } from '@parley/sdk/browser';
import { useQuery } from '@tanstack/react-query';

import { FormEnd } from '../app/form-end.tsx';
import { localeOf } from '../app/locale.ts';
import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { CheckField, SelectField } from '../ui/controls.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Refusal } from '../ui/states.tsx';
import { Holidays } from './holidays.tsx';
import { emptyDays, faultOf, type Span, textOf, type Week, weekOf } from './hours.ts';
import { SpanFields } from './span-fields.tsx';
import { useProjectForm, WithProject } from './use-project.tsx';

interface HoursForm {
  active: boolean;
  week: Week;
}

/** Monday first, as most of the languages have it. */
const dayOrder = [1, 2, 3, 4, 5, 6, 0];

const formOf = ({ activeOperatingHours: active, operatingHours }: ProjectView): HoursForm => ({
  active,
  week: weekOf(operatingHours) ?? { zone: ownZone(), days: emptyDays, rest: {} },
});

const bodyOf = ({ active, week }: Partial<HoursForm>) => ({
  ...(active !== undefined && { activeOperatingHours: active }),
  ...(week && { operatingHours: textOf(week) }),
});

/** Operating hours as a week, in the zone of the project. */
export function HoursScreen() {
  return (
    <WithProject>
      {(project) => (
        <>
          <HoursEditor project={project} />
          <Holidays project={project} />
        </>
      )}
    </WithProject>
  );
}

function HoursEditor({ project }: { project: ProjectView }) {
  const t = useTexts();
  const form = useProjectForm(project, formOf, bodyOf);
  const { draft, set, error } = form;
  const { week } = draft;
  const isFaulty = week.days.some((spans) => faultOf(spans) !== undefined);
  const setDays = (days: Week['days']) => set({ week: { ...week, days } });
  const setDay = (day: number, spans: readonly Span[]) => setDays(week.days.with(day, spans));

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isFaulty) form.save();
      }}
    >
      <Section title={t('settings.hours')} help={t('settings.hours.help')}>
        <OpenNow project={project} />
        <CheckField
          label={t('settings.hours.active')}
          checked={draft.active}
          onChange={(event) => set({ active: event.target.checked })}
          help={t('settings.hours.activeHelp')}
        />
        <SelectField
          label={t('settings.hours.zone')}
          value={week.zone}
          onChange={(event) => set({ week: { ...week, zone: event.target.value } })}
          choices={zones(week.zone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        />
        <ul className="flex flex-col divide-y divide-line rounded-box border border-line">
          {dayOrder.map((day) => (
            <Day key={day} day={day} spans={week.days[day] ?? []} onChange={(spans) => setDay(day, spans)} />
          ))}
        </ul>
        <div>
          <Button
            small
            refusal={(week.days[1] ?? []).length === 0 ? t('settings.hours.mondayFirst') : undefined}
            onClick={() =>
              setDays(week.days.map((spans, day) => (day >= 1 && day <= 5 ? (week.days[1] ?? []) : spans)))
            }
          >
            {t('settings.hours.copy')}
          </Button>
        </div>
        {fieldProblem(error, 'operatingHours') && <Refusal>{fieldProblem(error, 'operatingHours')}</Refusal>}
        <FormEnd form={form} verb="PROJECT_UPDATE" describe={useDescription()} />
      </Section>
    </form>
  );
}

function Day({
  day,
  spans,
  onChange,
}: {
  day: number;
  spans: readonly Span[];
  onChange: (spans: readonly Span[]) => void;
}) {
  const name = useDayNames()[day] ?? '';
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-3 py-2">
      <span className="w-full shrink-0 py-1.5 font-semibold sm:w-28">{name}</span>
      <SpanFields name={name} spans={spans} onChange={onChange} />
    </li>
  );
}

const askEveryMs = 60_000;

/** What visitors meet now, by the hours that are stored. */
function OpenNow({ project }: { project: ProjectView }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { data, error, refetch } = useQuery({
    queryKey: ['open-now', projectId, project.__v],
    queryFn: () => getOpenState(parley),
    refetchInterval: askEveryMs,
  });
  if (error) return <RefusedCall error={error} onRetry={() => void refetch()} />;
  return (
    <p role="status" className={data?.isopen ? 'font-semibold text-good' : 'font-semibold text-warn'}>
      {data && t(data.isopen ? 'settings.hours.openNow' : 'settings.hours.closedNow')}
      {data?.holiday && (
        <>
          {' · '}
          <bdi>{data.holiday}</bdi>
        </>
      )}
    </p>
  );
}

function useDescription() {
  const t = useTexts();
  const names = useDayNames();
  return (name: keyof HoursForm, { active, week }: HoursForm) => {
    if (name === 'active')
      return { label: t('settings.hours.active'), value: t(active ? 'settings.on' : 'settings.off') };
    const days = dayOrder.flatMap((day) => {
      const spans = week.days[day] ?? [];
      return spans.length > 0 ? [`${names[day]} ${spans.map(({ start, end }) => `${start}–${end}`).join(', ')}`] : [];
    });
    return { label: t('settings.hours'), value: `${days.join('; ')} (${week.zone})` };
  };
}

/** Names of the days of the week, Sunday first. */
function useDayNames(): string[] {
  const { i18n } = useLingui();
  const format = new Intl.DateTimeFormat(localeOf(i18n.locale), { weekday: 'long', timeZone: 'UTC' });
  // 4 January 1970 was a Sunday.
  return emptyDays.map((_, day) => format.format(Date.UTC(1970, 0, 4 + day)));
}

/** All zones that the browser knows, and the stored one. */
function zones(stored: string): string[] {
  return [...new Set([stored, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
}
