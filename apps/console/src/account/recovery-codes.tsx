import { useTexts } from '../app/texts.tsx';
import { saveFile } from '../transfer/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** The API gives them in one answer, and the page keeps them no longer than they are shown. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog
      open
      title={t('account.recovery')}
      actions={
        <>
          <Button
            onClick={() =>
              saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'parley-recovery-codes.txt')
            }
          >
            {t('account.recoveryDownload')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('account.recoveryKept')}
          </Button>
        </>
      }
    >
      <p className="mb-3">{t('account.recoveryText')}</p>
      <ul
        aria-label={t('account.recovery')}
        dir="ltr"
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-box border border-line bg-raised p-3 font-mono text-small sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
