import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import type { MessageId } from '../app/language.ts';
import { useSession, useSessionState } from '../app/session-context.tsx';
import { useTexts } from '../app/texts.tsx';
import {
  type PushObstacle,
  PushRefusal,
  pushObstacle,
  pushOf,
  switchPushOff,
  switchPushOn,
} from '../notifications/push.ts';
import { CheckField } from '../ui/controls.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';

const words: Record<PushObstacle, MessageId> = {
  unsupported: 'account.push.unsupported',
  blocked: 'account.push.blocked',
  off: 'account.push.off',
};

/** Whether this browser is notified while the console is closed: it takes effect at once, and in this browser alone. */
export function PushSettings({ projectId }: { projectId: string }) {
  const t = useTexts();
  const session = useSession();
  const { user } = useSessionState();
  const owner = { parley: session.inProject(projectId), projectId, me: user?._id ?? '' };
  type Wanted = { showsText: boolean } | undefined;
  // What is wanted, and once a call has ended, what is so.
  const [shown, show] = useState<Wanted>(() => pushOf(owner));
  const { error, variables, isPending, mutate } = useMutation({
    mutationFn: (wanted: Wanted) => (wanted ? switchPushOn(owner, wanted) : switchPushOff(owner)),
    onSettled: () => show(pushOf(owner)),
  });
  const change = (wanted: Wanted) => {
    show(wanted);
    mutate(wanted);
  };
  const obstacle = error instanceof PushRefusal ? error.obstacle : pushObstacle();
  return (
    <Section title={t('account.push.title')} help={t('account.push.help')}>
      {obstacle ? (
        <p role="status">{t(words[obstacle])}</p>
      ) : (
        <>
          <CheckField
            label={t('account.push.on')}
            checked={shown !== undefined}
            disabled={isPending}
            onChange={({ target }) => change(target.checked ? { showsText: false } : undefined)}
          />
          {shown && (
            <CheckField
              label={t('account.push.text')}
              help={t('account.push.textHelp')}
              checked={shown.showsText}
              disabled={isPending}
              onChange={({ target }) => change({ showsText: target.checked })}
            />
          )}
          {error && <RefusedCall error={error} onRetry={() => mutate(variables)} />}
        </>
      )}
    </Section>
  );
}
