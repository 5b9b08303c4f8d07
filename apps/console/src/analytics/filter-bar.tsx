import { useState } from 'react';

import { isDay } from '../app/address.ts';
import { nameOfTeammate, userIdOf } from '../app/people.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { useDepartments } from '../inbox/views-column.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { PageAsOf } from './as-of.tsx';
import { useFigureFormats } from './figure-formats.ts';
import { useAnalytics, useSetFilter } from './use-figures.ts';

/** The period and the filters; each change goes into the address. */
export function FilterBar() {
  const t = useTexts();
  const { fullDay } = useFigureFormats();
  const { filter, period, zone } = useAnalytics();
  const setFilter = useSetFilter();
  const departments = useDepartments();
  const hasFilter = Object.keys(filter).length > 0;
  const isOwn = filter.from !== undefined || filter.to !== undefined;
  return (
    <search className="flex flex-col gap-2">
      <div className="grid grid-cols-1 items-end gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4 xl:flex xl:flex-wrap">
        <SelectField
          label={t('analytics.period')}
          value={isOwn ? 'own' : String(filter.days ?? 30)}
          onChange={({ target: { value } }) =>
            setFilter(
              value === 'own'
                ? { days: undefined, from: period.from, to: period.to }
                : { days: value === '7' ? 7 : value === '90' ? 90 : undefined, from: undefined, to: undefined },
            )
          }
          choices={[
            ...['7', '30', '90'].map((days) => ({
              value: days,
              label: t('analytics.lastDays', { count: Number(days) }),
            })),
            { value: 'own', label: t('analytics.ownPeriod') },
          ]}
        />
        {isOwn &&
          (['from', 'to'] as const).map((name) => (
            <Field
              key={name}
              type="date"
              label={t(`analytics.${name}`)}
              value={period[name]}
              onChange={({ target: { value } }) =>
                isDay(value) && setFilter({ ...period, days: undefined, [name]: value })
              }
            />
          ))}
        <SelectField
          label={t('analytics.filter.department')}
          value={filter.department ?? ''}
          onChange={({ target }) => setFilter({ department: target.value })}
          choices={[
            { value: '', label: t('analytics.all') },
            ...departments.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
        <PersonField
          label={t('analytics.filter.person')}
          value={filter.person}
          onChange={(person) => setFilter({ person })}
        />
        <ChannelField />
        {hasFilter && (
          <span className="-ms-3 xl:ms-0">
            <Button
              look="quiet"
              onClick={() =>
                setFilter({
                  ...{ days: undefined, from: undefined, to: undefined },
                  ...{ department: undefined, channel: undefined, person: undefined },
                })
              }
            >
              {t('analytics.clear')}
            </Button>
          </span>
        )}
      </div>
      <p className="flex flex-wrap gap-x-3 text-small text-ink-soft">
        {t('analytics.range', { from: fullDay(period.from), to: fullDay(period.to), zone: zone.replaceAll('_', ' ') })}
        <PageAsOf />
      </p>
    </search>
  );
}

/** Teammates and bots. One that is in the address and no longer in the project stays as it is. */
export function PersonField({
  label,
  value = '',
  onChange,
}: {
  label: string;
  value?: string | undefined;
  onChange: (person: string) => void;
}) {
  const t = useTexts();
  const { people } = useWorkplace();
  const known = [
    ...people.teammates.map((teammate) => ({ value: userIdOf(teammate), label: nameOfTeammate(teammate) })),
    ...people.bots.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const isKnown = value === '' || known.some((one) => one.value === value);
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      choices={[{ value: '', label: t('analytics.all') }, ...known, ...(isKnown ? [] : [{ value, label: value }])]}
    />
  );
}

/** Channels have free names, so the name is typed; it counts when the field is left, or by Enter. */
function ChannelField() {
  const t = useTexts();
  const { filter } = useAnalytics();
  const setFilter = useSetFilter();
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    if (typed !== undefined && typed.trim() !== (filter.channel ?? '')) setFilter({ channel: typed.trim() });
    setTyped(undefined);
  };
  return (
    <Field
      label={t('analytics.filter.channel')}
      value={typed ?? filter.channel ?? ''}
      placeholder={t('analytics.all')}
      maxLength={50}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}
