import { type ComponentProps, type ReactNode, useId } from 'react';

import { classes } from './classes.ts';
import { inputLook } from './field.tsx';

interface Labelled {
  label: string;
  /** What the API says of it, in its words. */
  problem?: string | undefined;
  help?: ReactNode;
}

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

function describedBy(id: string, problem: string | undefined, help: ReactNode) {
  return {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem || help ? `${id}-about` : undefined,
  };
}

function About({ id, problem, help }: { id: string; problem: string | undefined; help: ReactNode }) {
  if (!problem && !help) return null;
  return (
    <p id={`${id}-about`} className={classes('text-small', problem ? 'text-bad' : 'text-ink-soft')}>
      {problem ?? help}
    </p>
  );
}
