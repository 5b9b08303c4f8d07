import { useBlocker } from '@tanstack/react-router';

import { useTexts } from '../app/texts.tsx';
import { Confirm } from '../ui/confirm.tsx';

interface Place {
  params: { id?: string; tab?: string };
  search: { intent?: string };
}

/** Asks before changes that are not saved are left. The test of a bot stands beside its form, so going there leaves nothing. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const t = useTexts();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && !keepsForm(current as Place, next as Place),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Confirm
      title={t('bots.unsaved')}
      action={t('bots.discard')}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      <p>{t('bots.unsavedText')}</p>
    </Confirm>
  );
}

function keepsForm(current: Place, next: Place): boolean {
  const isForm = ({ params: { tab = 'intents' } }: Place) => tab === 'intents' || tab === 'test';
  return (
    current.params.id === next.params.id &&
    current.search.intent === next.search.intent &&
    isForm(current) &&
    isForm(next)
  );
}
