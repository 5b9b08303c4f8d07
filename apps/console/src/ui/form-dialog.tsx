import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

import { mayPass, problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Refusal, RetryIn } from './states.tsx';
import { useCountdown } from './use-countdown.ts';

interface FormDialogProps {
  title: string;
  children: ReactNode;
  /** What the button says; *Save* otherwise. */
  action?: string;
  onSubmit: (form: FormData) => void;
  onClose: () => void;
  pending: boolean;
  /** Why the call was refused. Fields show what concerns them by themselves. */
  error: unknown;
  wide?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
}

/** A short form over the page. */
export function FormDialog(props: FormDialogProps) {
  const { title, children, action, onSubmit, onClose, pending, error, wide, initialFocus } = props;
  const t = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const refused = useErrorSinceOpened(error);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!pending) onSubmit(new FormData(event.currentTarget));
  }

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      closeLabel={t('state.close')}
      {...(wide && { wide })}
      {...(initialFocus && { initialFocus })}
    >
      <form ref={form} onSubmit={submit} className="flex flex-col gap-3">
        {children}
        <RefusedCall error={refused} onRetry={() => form.current?.requestSubmit()} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('state.cancel')}</Button>
          <Button look="primary" type="submit" pending={pending}>
            {action ?? t('state.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The error, unless it is from before the dialog was opened: counting that down would do what was cancelled then. */
export function useErrorSinceOpened(error: unknown): unknown {
  const [before] = useState(error);
  return error === before ? undefined : error;
}

/**
 * Why a call was refused. Where the API says when another try makes sense, it is made then; where it finds fault with a field of the form around,
 * that gets the focus.
 */
export function RefusedCall({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts();
  const problem = error ? problemOf(error, t) : undefined;
  const left = useCountdown(problem?.retryAfter, error, onRetry);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  if (!problem) return null;
  return (
    <div ref={place}>
      <Refusal details={mayPass(error) ? problem : undefined}>
        {problem.msg} <RetryIn seconds={left} />
      </Refusal>
    </div>
  );
}
