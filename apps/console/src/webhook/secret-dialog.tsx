import type { ReactNode } from 'react';

import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** A new secret: the API gives it in this one answer, and the page keeps it no longer than it is shown. */
export function SecretDialog({
  secret,
  note,
  children,
  onClose,
}: {
  secret: string;
  note?: string;
  children?: ReactNode;
  onClose: () => void;
}) {
  const t = useTexts();
  return (
    <Dialog
      open
      title={t('settings.secret.title')}
      actions={
        <Button look="primary" onClick={onClose}>
          {t('settings.secret.kept')}
        </Button>
      }
    >
      <p className="mb-3">{t('settings.secret.once')}</p>
      <CopyText text={secret} />
      {note && <p className="mt-3 text-ink-soft">{note}</p>}
      {children}
    </Dialog>
  );
}
