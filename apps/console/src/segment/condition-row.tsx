import { Trash2 } from 'lucide-react';
import { useId } from 'react';

import type { MessageId } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { inputLook } from '../ui/field.tsx';
import {
  type Condition,
  classOf,
  corrected,
  type DurationUnit,
  durationOf,
  durationText,
  durationUnits,
  jsonFields,
  kindsOf,
  type Operator,
  operatorsOf,
  type PlainField,
  plainFields,
  takesList,
  takesValue,
  type ValueKind,
} from './conditions.ts';

const fieldTitles: Record<Condition['field'], MessageId> = {
  fullname: 'contacts.fullname',
  email: 'contact.email',
  phone: 'contact.phone',
  company: 'contacts.company',
  streetAddress: 'contacts.street',
  zipcode: 'contacts.zipcode',
  city: 'contacts.city',
  region: 'contacts.region',
  country: 'contacts.country',
  note: 'contacts.note',
  tags: 'contact.tags',
  lead_id: 'contacts.leadId',
  createdBy: 'contacts.createdBy',
  createdAt: 'contacts.createdAt',
  updatedAt: 'contacts.updatedAt',
  attributes: 'segments.attribute',
  properties: 'segments.property',
};
const fields = [...(Object.keys(plainFields) as PlainField[]), ...jsonFields];

interface ConditionRowProps {
  /** From 1. */
  place: number;
  condition: Condition;
  /** What the API says of it. */
  problems: readonly string[];
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

/** One condition: field, operator, value. */
export function ConditionRow({ place, condition, problems, onChange, onRemove }: ConditionRowProps) {
  const t = useTexts();
  const id = useId();
  const { field, path, operator, kind } = condition;
  const kinds = kindsOf(condition);
  const faulty = problems.length > 0 && { 'aria-invalid': true, 'aria-describedby': id };
  const look = classes(inputLook, 'h-9');
  return (
    <li className="flex flex-col gap-1">
      <fieldset className="flex flex-wrap items-start gap-2">
        <legend className="sr-only">{t('segments.condition', { place })}</legend>
        <select
          aria-label={t('segments.field')}
          value={field}
          onChange={({ target }) => onChange(corrected({ ...condition, field: target.value as Condition['field'] }))}
          className={classes(look, 'sm:w-36')}
          {...faulty}
        >
          {fields.map((one) => (
            <option key={one} value={one}>
              {t(fieldTitles[one])}
            </option>
          ))}
        </select>
        {classOf(field) === 'json' && (
          <input
            aria-label={t('segments.path')}
            placeholder={t('segments.pathHint')}
            value={path}
            dir="auto"
            onChange={({ target }) => onChange({ ...condition, path: target.value })}
            className={classes(look, 'sm:w-28')}
            {...faulty}
          />
        )}
        <select
          aria-label={t('segments.operator')}
          value={operator}
          onChange={({ target }) => onChange(corrected({ ...condition, operator: target.value as Operator }))}
          // Without a value behind it, it shares the line of a phone with the button.
          className={classes(look, 'sm:w-40', !takesValue(condition) && 'min-w-32 flex-1 sm:flex-none')}
          {...faulty}
        >
          {operatorsOf(condition).map((one) => (
            <option key={one} value={one}>
              {operatorWord(one)}
            </option>
          ))}
        </select>
        {takesValue(condition) && kinds.length > 1 && (
          <select
            aria-label={t('contacts.member.kind')}
            value={kind}
            onChange={({ target }) =>
              onChange({
                ...condition,
                kind: target.value as ValueKind,
                value: target.value === 'boolean' ? 'true' : '',
              })
            }
            className={classes(look, 'sm:w-28')}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {t(`contacts.kind.${one}`)}
              </option>
            ))}
          </select>
        )}
        {takesValue(condition) && <ValueControl condition={condition} onChange={onChange} faulty={faulty} />}
        <IconButton label={t('segments.removeCondition', { place })} onClick={onRemove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </fieldset>
      {problems.length > 0 && (
        <p id={id} className="text-small text-bad">
          {problems.join(' ')}
        </p>
      )}
    </li>
  );

  /** Times are before and after, everything else is less and more. */
  function operatorWord(one: Operator): string {
    const isTime = classOf(field) === 'time';
    if (isTime && (one === '<' || one === '>' || one === '<=' || one === '>=')) return t(`segments.time.${one}`);
    return t(`segments.operator.${one}`);
  }
}

interface ValueControlProps {
  condition: Condition;
  onChange: (condition: Condition) => void;
  faulty: object | false;
}

function ValueControl({ condition, onChange, faulty }: ValueControlProps) {
  const t = useTexts();
  const { kind, value } = condition;
  const shared = {
    'aria-label': t('contacts.member.value'),
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...condition, value: target.value }),
    ...faulty,
  };
  const wide = 'min-w-32 flex-1';
  if (takesList(condition))
    return (
      <textarea
        {...shared}
        rows={3}
        dir="auto"
        placeholder={t('segments.oneALine')}
        className={classes(inputLook, wide)}
      />
    );
  if (kind === 'boolean')
    return (
      <select {...shared} className={classes(inputLook, 'h-9', wide)}>
        {(['true', 'false'] as const).map((one) => (
          <option key={one} value={one}>
            {t(`contacts.boolean.${one}`)}
          </option>
        ))}
      </select>
    );
  const duration = kind === 'duration' ? durationOf(value) : undefined;
  if (duration) {
    const { amount, unit, isPast } = duration;
    const set = (changed: Partial<typeof duration>) =>
      onChange({ ...condition, value: durationText({ ...duration, ...changed }) });
    return (
      <span className="flex min-w-56 flex-1 gap-2">
        <input
          {...shared}
          value={amount}
          onChange={({ target }) => set({ amount: target.value.replace(/\D/g, '') })}
          inputMode="numeric"
          maxLength={7}
          className={classes(inputLook, 'h-9 max-w-20 shrink-0')}
        />
        <select
          aria-label={t('segments.unit')}
          value={`${isPast ? 'ago' : 'ahead'}.${unit}`}
          onChange={({ target }) => {
            const [direction, chosen] = target.value.split('.') as ['ago' | 'ahead', DurationUnit];
            set({ unit: chosen, isPast: direction === 'ago' });
          }}
          className={classes(inputLook, 'h-9 min-w-32')}
          {...faulty}
        >
          {(['ago', 'ahead'] as const).flatMap((direction) =>
            (Object.keys(durationUnits) as DurationUnit[]).map((one) => (
              <option key={`${direction}.${one}`} value={`${direction}.${one}`}>
                {t(`segments.${direction}.${one}`)}
              </option>
            )),
          )}
        </select>
      </span>
    );
  }
  return (
    <input
      {...shared}
      type={kind === 'time' ? 'datetime-local' : 'text'}
      {...(kind === 'time' && { step: 'any' })}
      dir={kind === 'text' ? 'auto' : undefined}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      className={classes(inputLook, 'h-9', wide)}
    />
  );
}
