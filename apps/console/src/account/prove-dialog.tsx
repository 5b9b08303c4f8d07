import { isParleyError, proveSignIn } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { useSession } from '../app/session-context.tsx';
import { useTexts } from '../app/texts.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

interface Guard {
  /** Makes the call; where it takes a proof first, asks for the password and makes it again. */
  run: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** Stands in the page. */
  dialog: ReactNode;
}

/** The person has closed the dialog. */
const cancelled = new Error('cancelled');
export const isCancelled = (error: unknown): boolean => error === cancelled;

/** For calls that need a proof from within the last 10 minutes of who the person is. */
export function useGuard(): Guard {
  const [waiting, setWaiting] = useState<{ proved: () => void; close: () => void }>();
  return {
    run: async (call) => {
      try {
        return await call();
      } catch (error) {
        if (!isParleyError(error, 'recent_sign_in_required')) throw error;
        await new Promise<void>((resolve, reject) =>
          setWaiting({ proved: resolve, close: () => reject(cancelled) }),
        ).finally(() => setWaiting(undefined));
        return call();
      }
    },
    dialog: waiting && <ProveDialog onProved={waiting.proved} onClose={waiting.close} />,
  };
}

function ProveDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const t = useTexts();
  const { parley } = useSession();
  const prove = useMutation({
    mutationFn: (form: FormData) => proveSignIn(parley, { password: String(form.get('password')) }),
    onSuccess: onProved,
  });
  return (
    <FormDialog
      title={t('account.prove')}
      action={t('account.proveAction')}
      onSubmit={(form) => prove.mutate(form)}
      onClose={onClose}
      pending={prove.isPending}
      error={prove.error}
    >
      <p>{t('account.proveText')}</p>
      <Field
        label={t('signin.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={256}
      />
    </FormDialog>
  );
}
