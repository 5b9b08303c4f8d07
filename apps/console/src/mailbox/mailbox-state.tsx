import type { MailboxView } from '@parley/sdk';
import type { ReactNode } from 'react';

import { useFormats, useTexts } from '../app/texts.tsx';
import { mailFaults } from '../conversation/mail-faults.ts';

/** Whether mail comes in and leaves, in a word. */
export function MailboxState({ mailbox: { enabled, state } }: { mailbox: MailboxView }) {
  const t = useTexts();
  if (!enabled) return <span className="text-ink-soft">{t('mail.disabled')}</span>;
  if (state?.inbound === 'failing' || state?.outbound === 'failing')
    return <span className="text-bad">{t('mail.failing')}</span>;
  if (state?.inbound === 'off') return <span className="text-ink-soft">{t('mail.off')}</span>;
  return <span className="text-good">{t('mail.ok')}</span>;
}

/** Why no mail comes in or leaves, since when, and what to do. */
export function MailboxTrouble({ mailbox: { state } }: { mailbox: MailboxView }) {
  const t = useTexts();
  const { full } = useFormats();
  if (!state) return null;
  const { inbound, outbound, error, since, behind = 0, outbound_error, outbound_since } = state;
  const at = (time: string | undefined) => (time ? full(Date.parse(time)) : '');
  return (
    <>
      {inbound === 'failing' && (
        <Trouble title={t('mail.failingSince', { time: at(since) })} error={error}>
          {behind > 0 && <p>{t('mail.behind', { count: behind })}</p>}
        </Trouble>
      )}
      {outbound === 'failing' && (
        <Trouble title={t('mail.notSendingSince', { time: at(outbound_since) })} error={outbound_error}>
          <p>{t('mail.notSendingText')}</p>
        </Trouble>
      )}
    </>
  );
}

interface TroubleProps {
  title: string;
  error: NonNullable<MailboxView['state']>['error'];
  children: ReactNode;
}

function Trouble({ title, error, children }: TroubleProps) {
  const t = useTexts();
  return (
    <div role="alert" className="rounded-box border border-bad bg-bad-soft px-4 py-3 text-ink">
      <p className="font-semibold text-bad">{title}</p>
      {error && <p>{t(mailFaults[error.code])}</p>}
      {children}
    </div>
  );
}
