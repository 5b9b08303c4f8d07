import { type FormEvent, type ReactNode, useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { RefusedCall, useErrorSinceOpened } from './form-dialog.tsx';

/** The second step of what cannot be taken back: says what it will do, and may ask for words to be typed. */
export function Confirm({
  title,
  children,
  action,
  words,
  pending,
  error,
  onConfirm,
  onClose,
}: {
  title: string;
  /** What will happen, and to how many. */
  children: ReactNode;
  /** What the button says. */
  action: string;
  /** To be typed before the button works. */
  words?: string;
  pending?: boolean;
  /** Why the call was refused. */
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const [typed, setTyped] = useState('');
  const refused = useErrorSinceOpened(error);
  const isReady = words === undefined || typed.trim() === words;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && !pending) onConfirm();
  }

  return (
    <Dialog open title={title} onClose={onClose} closeLabel={t('state.close')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div className="flex flex-col gap-2">{children}</div>
        {words !== undefined && (
          <Field
            label={t('state.typeToConfirm', { words })}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
          />
        )}
        <RefusedCall error={refused} onRetry={onConfirm} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('state.cancel')}</Button>
          <Button
            look="danger"
            type="submit"
            pending={pending === true}
            refusal={isReady ? undefined : t('state.typeToConfirm', { words: words ?? '' })}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
