import { type ComponentProps, type ReactNode, useId } from 'react';

import { classes } from './classes.ts';

export const inputLook =
  'w-full rounded-box border border-control bg-paper px-2.5 py-1.5 text-base text-ink outline-offset-0 aria-invalid:border-bad disabled:opacity-60';

/** What every control of a form has beside itself. */
export interface Labelled {
  label: string;
  /** What the API says of it, in its words. */
  problem?: string | undefined;
  help?: ReactNode;
}

/** One line of a form: label, input, and what is wrong with it. */
export function Field({
  label,
  problem,
  help,
  ...input
}: Labelled & Omit<ComponentProps<'input'>, 'className' | 'children'>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input id={id} {...input} className={classes(inputLook, 'h-9')} {...describedBy(id, problem, help)} />
      <About id={id} problem={problem} help={help} />
    </div>
  );
}

/** Ties a control to its `About`. */
export function describedBy(id: string, problem: string | undefined, help: ReactNode) {
  return {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem || help ? `${id}-about` : undefined,
  };
}

/** What is wrong with a control, else what helps to fill it. */
export function About({ id, problem, help }: { id: string; problem: string | undefined; help: ReactNode }) {
  if (!problem && !help) return null;
  return (
    <p id={`${id}-about`} className={classes('text-small', problem ? 'text-bad' : 'text-ink-soft')}>
      {problem ?? help}
    </p>
  );
}
