import { type AddedFactorView, confirmTotp, isParleyError } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';

import { useSession } from '../app/session-context.tsx';
import { useTexts } from '../app/texts.tsx';
import { CheckField } from '../ui/controls.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { QrCode } from './qr-code.tsx';

/** An authenticator app that waits for its first code. */
export interface NewTotp {
  _id: string;
  secret: string;
  uri: string;
}

interface AddTotpProps {
  begun: NewTotp;
  onAdded: (added: AddedFactorView) => void;
  onClose: () => void;
}

/** The secret as a picture and as text, and the first code as proof that the app has it. */
export function AddTotp({ begun, onAdded, onClose }: AddTotpProps) {
  const t = useTexts();
  const { parley } = useSession();
  const confirm = useMutation({
    mutationFn: (form: FormData) =>
      confirmTotp(parley, {
        factor_id: begun._id,
        code: String(form.get('code')),
        end_sessions: form.get('end_sessions') === 'on',
      }),
    onSuccess: onAdded,
  });
  return (
    <FormDialog
      title={t('account.totpAdd')}
      action={t('account.totpConfirm')}
      onSubmit={(form) => confirm.mutate(form)}
      onClose={onClose}
      pending={confirm.isPending}
      error={confirm.error}
    >
      <p>{t('account.totpScan')}</p>
      <div className="flex justify-center">
        <QrCode text={begun.uri} label={t('account.totpQr')} />
      </div>
      <p>{t('account.totpType')}</p>
      <CopyText text={begun.secret} />
      <Field
        label={t('account.totpCode')}
        name="code"
        required
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        problem={isParleyError(confirm.error, 'invalid_credentials') ? t('account.totpWrong') : undefined}
      />
      <CheckField label={t('account.endOthers')} name="end_sessions" defaultChecked />
    </FormDialog>
  );
}
