import { Copy } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { toast } from '../ui/toasts.tsx';

/** A secret, this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog open title={t('bots.secret')}>
      <div className="flex flex-col gap-4">
        <p>{t('bots.secretText')}</p>
        <Field label={t('bots.secret')} readOnly value={secret} onFocus={({ target }) => target.select()} />
        <div className="flex justify-end gap-2">
          <Button
            onClick={() =>
              void navigator.clipboard.writeText(secret).then(() => toast.add({ title: t('state.copied') }))
            }
          >
            <Copy size={16} aria-hidden />
            {t('state.copy')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('bots.secretKept')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
