import type { FormEvent, ReactNode } from 'react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

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
}

/** A short form over the page. */
export function FormDialog({ title, children, action, onSubmit, onClose, pending, error, wide }: FormDialogProps) {
  const t = useTexts();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!pending) onSubmit(new FormData(event.currentTarget));
  }

  return (
    <Dialog open title={title} onClose={onClose} closeLabel={t('state.close')} {...(wide && { wide })}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {children}
        {error !== null && <Refusal>{problemOf(error, t).msg}</Refusal>}
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

/** Why something was refused, beside what was tried. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-box bg-bad-soft px-3 py-2 text-bad">
      {children}
    </p>
  );
}
