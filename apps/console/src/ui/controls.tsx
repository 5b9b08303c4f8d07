import { type ComponentProps, useId } from 'react';

import { classes } from './classes.ts';
import { About, describedBy, inputLook, type Labelled } from './field.tsx';

/** A choice of few, by the browser's own list. */
export function SelectField({
  label,
  problem,
  help,
  choices,
  ...select
}: Labelled &
  Omit<ComponentProps<'select'>, 'className' | 'children'> & {
    choices: readonly { value: string; label: string }[];
  }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <select id={id} {...select} className={classes(inputLook, 'h-9')} {...describedBy(id, problem, help)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <About id={id} problem={problem} help={help} />
    </div>
  );
}

/** Text of several lines. */
export function TextArea({
  label,
  problem,
  help,
  ...area
}: Labelled & Omit<ComponentProps<'textarea'>, 'className' | 'children'>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea id={id} rows={4} dir="auto" {...area} className={inputLook} {...describedBy(id, problem, help)} />
      <About id={id} problem={problem} help={help} />
    </div>
  );
}

/** A choice of few that are each explained. */
export function RadioField<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: Value | (string & {});
  choices: readonly { value: Value; label: string; about: string }[];
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-semibold">{label}</legend>
      {choices.map((choice) => (
        <div key={choice.value} className="flex items-start gap-2">
          <input
            type="radio"
            id={`${id}-${choice.value}`}
            name={id}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
            aria-describedby={`${id}-${choice.value}-about`}
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
          />
          <div>
            <label htmlFor={`${id}-${choice.value}`}>{choice.label}</label>
            <p id={`${id}-${choice.value}-about`} className="text-small text-ink-soft">
              {choice.about}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}

/** Yes or no. */
export function CheckField({
  label,
  problem,
  help,
  ...input
}: Labelled & Omit<ComponentProps<'input'>, 'className' | 'children' | 'type'>) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        {...input}
        className="mt-0.5 size-4.5 shrink-0 accent-accent"
        {...describedBy(id, problem, help)}
      />
      <div className="flex flex-col">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <About id={id} problem={problem} help={help} />
      </div>
    </div>
  );
}
