import { Trash2 } from 'lucide-react';
import { useId } from 'react';

import { type Translate, useTexts } from '../app/texts.tsx';
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
  kindsOf,
  type Operator,
  operatorsOf,
  takesList,
  takesValue,
  type ValueKind,
} from './conditions.ts';

/** A value, and what people call it. */
export interface Choice {
  value: string;
  label: string;
}

interface ConditionRowProps {
  /** From 1. */
  place: number;
  condition: Condition;
  fields: readonly Choice[];
  /** Where the values of a field are known. */
  choicesOf?: ((field: string) => readonly Choice[] | undefined) | undefined;
  /** What the API says of it. */
  problems: readonly string[];
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

/** One condition: field, operator, value. */
export function ConditionRow(props: ConditionRowProps) {
  const { place, condition, fields, choicesOf, problems, onChange, onRemove } = props;
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
          onChange={({ target }) =>
            onChange(corrected({ ...condition, field: target.value, ...(choicesOf && { value: '' }) }))
          }
          className={classes(look, 'sm:w-44')}
          {...faulty}
        >
          {withChosen(fields, field).map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
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
              {operatorWord({ field, operator: one }, t)}
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
        {takesValue(condition) && (
          <ValueControl
            condition={condition}
            choices={path === '' ? choicesOf?.(field) : undefined}
            onChange={onChange}
            faulty={faulty}
          />
        )}
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
}

/** Times are before and after, everything else is less and more. */
export function operatorWord({ field, operator }: Pick<Condition, 'field' | 'operator'>, t: Translate): string {
  const isTime = classOf(field) === 'time';
  if (isTime && (operator === '<' || operator === '>' || operator === '<=' || operator === '>='))
    return t(`segments.time.${operator}`);
  return t(`segments.operator.${operator}`);
}

/** One that was stored by a program may be none of those that are offered. */
export function withChosen(choices: readonly Choice[], chosen: string): readonly Choice[] {
  const isOffered = chosen === '' || choices.some(({ value }) => value === chosen);
  return isOffered ? choices : [...choices, { value: chosen, label: chosen }];
}

interface ValueControlProps {
  condition: Condition;
  choices: readonly Choice[] | undefined;
  onChange: (condition: Condition) => void;
  faulty: object | false;
}

function ValueControl({ condition, choices, onChange, faulty }: ValueControlProps) {
  const t = useTexts();
  const { kind, value } = condition;
  const set = (typed: string) => onChange({ ...condition, value: typed });
  const shared = {
    'aria-label': t('contacts.member.value'),
    value,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
    ...faulty,
  };
  const wide = 'min-w-32 flex-1';
  if (choices && takesList(condition)) return <ListChoice choices={choices} {...shared} onChange={set} />;
  if (choices)
    return (
      <select {...shared} className={classes(inputLook, 'h-9', wide)}>
        <option value="" />
        {withChosen(choices, value).map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    );
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
    const change = (changed: Partial<typeof duration>) => set(durationText({ ...duration, ...changed }));
    return (
      <span className="flex min-w-56 flex-1 gap-2">
        <input
          {...shared}
          value={amount}
          onChange={({ target }) => change({ amount: target.value.replace(/\D/g, '') })}
          inputMode="numeric"
          maxLength={7}
          className={classes(inputLook, 'h-9 max-w-20 shrink-0')}
        />
        <select
          aria-label={t('segments.unit')}
          value={`${isPast ? 'ago' : 'ahead'}.${unit}`}
          onChange={({ target }) => {
            const [direction, chosen] = target.value.split('.') as ['ago' | 'ahead', DurationUnit];
            change({ unit: chosen, isPast: direction === 'ago' });
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

interface ListChoiceProps {
  'aria-label': string;
  choices: readonly Choice[];
  /** One a line. */
  value: string;
  onChange: (value: string) => void;
}

/** Several of the values that are known. */
export function ListChoice({ choices, value, onChange, ...labelled }: ListChoiceProps) {
  const chosen = value.split('\n').filter(Boolean);
  const all = chosen.reduce(withChosen, choices);
  return (
    <fieldset {...labelled} className="flex min-w-32 flex-1 flex-wrap gap-x-3 gap-y-1 py-1.5">
      {all.map((one) => (
        <label key={one.value} className="inline-flex items-center gap-1">
          <input
            type="checkbox"
            checked={chosen.includes(one.value)}
            onChange={({ target }) =>
              onChange(
                (target.checked ? [...chosen, one.value] : chosen.filter((known) => known !== one.value)).join('\n'),
              )
            }
            className="size-4.5 accent-accent"
          />
          <bdi>{one.label}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
