import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** A secret, this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog
      open
      title={t('bots.secret')}
      actions={
        <Button look="primary" onClick={onClose}>
          {t('bots.secretKept')}
        </Button>
      }
    >
      <p className="mb-4">{t('bots.secretText')}</p>
      <CopyText text={secret} />
    </Dialog>
  );
}
