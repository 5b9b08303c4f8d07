import { useBlocker } from '@tanstack/react-router';

import { useTexts } from '../app/texts.tsx';
import { Confirm } from '../ui/confirm.tsx';

/** Asks before an address is left whose form holds what was not saved; so does the browser before it closes the page. */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  const t = useTexts();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Confirm
      title={t('contacts.leave')}
      action={t('contacts.leaveAnyway')}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      <p>{t('contacts.leaveText')}</p>
    </Confirm>
  );
}
