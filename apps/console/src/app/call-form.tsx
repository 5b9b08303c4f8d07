import { isParleyError } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';

import { Button } from '../ui/button.tsx';
import { Refusal, RetryIn } from '../ui/states.tsx';
import { useCountdown } from '../ui/use-countdown.ts';
import { fieldProblem, mayPass, problemOf } from './problem.ts';
import { useTexts } from './texts.tsx';

/** What stands in the fields of a form, by their names. */
type FieldValues = Readonly<Record<string, string>>;

interface CallFormProps<Data> {
  /** Makes the call. */
  send: (values: FieldValues) => Promise<Data>;
  onDone?: (data: Data) => void;
  onRefused?: (error: Error) => void;
  /** What the button says. */
  action: string;
  /** Fields that codes of the API are about. */
  fieldOf?: Readonly<Record<string, string>>;
  /** On a wide page the button is as wide as its words; in a small box as wide as the fields. */
  inSection?: boolean;
  children: (wordsAt: (field: string) => string | undefined) => ReactNode;
}

/**
 * A form for one call. What the API refuses stands at the field it is about, which gets the focus; anything else above the button. After too many
 * tries, the button counts down until the next.
 */
export function CallForm<Data>({ send, onDone, onRefused, action, fieldOf, inSection, children }: CallFormProps<Data>) {
  const t = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const { mutate, error, isPending } = useMutation({
    mutationFn: send,
    ...(onDone && { onSuccess: onDone }),
    ...(onRefused && { onError: onRefused }),
  });
  const problem = error ? problemOf(error, t) : undefined;
  const left = useCountdown(problem?.retryAfter, error);

  const shown = new Set<string>();
  const fields = children((field) => {
    const isAbout = problem?.code !== undefined && fieldOf?.[problem.code] === field;
    const words = fieldProblem(error, field) ?? (isAbout ? problem?.msg : undefined);
    if (words) shown.add(field);
    return words;
  });
  const others = isParleyError(error) ? error.errors.filter(({ param }) => !shown.has(param)) : [];
  const rest = others.length > 0 ? others.map(({ param, msg }) => `${param}: ${msg}`).join('. ') : problem?.msg;

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending || left > 0) return;
    const values = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    mutate(Object.fromEntries(values));
  }

  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-3">
      {fields}
      {problem && (shown.size === 0 || others.length > 0) && (
        <Refusal details={mayPass(error) ? problem : undefined}>
          {rest} <RetryIn seconds={left} />
        </Refusal>
      )}
      <div className={inSection ? 'flex' : 'grid'}>
        <Button
          look="primary"
          type="submit"
          pending={isPending}
          refusal={left > 0 ? t('state.retryIn', { count: left }) : undefined}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
