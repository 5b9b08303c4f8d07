import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';

import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { useSession } from './session-context.tsx';
import { useTexts } from './texts.tsx';
import { useWorkplace } from './workplace.tsx';

/** Signs out at once, or asks first when unsent words would be lost. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const session = useSession();
  const { outbox, drafts } = useWorkplace();
  const unsent = outbox.size + drafts.size;
  const leave = useMutation({
    mutationFn: async () => {
      await drafts.flush();
      await session.signOut();
    },
  });
  const { mutate } = leave;

  useEffect(() => {
    if (unsent === 0) mutate();
  }, [unsent, mutate]);

  return (
    <Dialog
      open={unsent > 0 || leave.isError}
      onClose={onClose}
      title={unsent > 0 ? t('signout.drafts', { count: unsent }) : t('nav.signOut')}
      closeLabel={t('state.close')}
      actions={
        <>
          <Button onClick={onClose}>{t('state.cancel')}</Button>
          <Button look="danger" pending={leave.isPending} onClick={() => leave.mutate()}>
            {unsent > 0 ? t('signout.confirm') : t('nav.signOut')}
          </Button>
        </>
      }
    >
      {leave.error ? <RefusedCall error={leave.error} onRetry={mutate} /> : <p>{t('signout.draftsText')}</p>}
    </Dialog>
  );
}
