import type { MailboxView } from '@parley/sdk';

import type { MessageId } from '../app/language.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { mailFaults } from '../conversation/mail-faults.ts';

/** Whether mail comes in, in a word. */
export function MailboxState({ mailbox: { enabled, state } }: { mailbox: MailboxView }) {
  const t = useTexts();
  if (!enabled) return <span className="text-ink-soft">{t('mail.disabled')}</span>;
  if (state?.inbound === 'failing') return <span className="text-bad">{t('mail.failing')}</span>;
  if (state?.inbound === 'off') return <span className="text-ink-soft">{t('mail.off')}</span>;
  return <span className="text-good">{t('mail.ok')}</span>;
}

/** Why no mail comes in, since when, and what to do. */
export function MailboxTrouble({ mailbox: { state } }: { mailbox: MailboxView }) {
  const t = useTexts();
  const { full } = useFormats();
  if (state?.inbound !== 'failing') return null;
  const { error, since, behind } = state;
  const cure: MessageId = error ? mailFaults[error.code] : 'mail.fault.connection_refused';
  return (
    <div role="alert" className="rounded-box border border-bad bg-bad-soft px-4 py-3 text-ink">
      <p className="font-semibold text-bad">
        {since ? t('mail.failingSince', { time: full(Date.parse(since)) }) : t('mail.failing')}
      </p>
      <p>{t(cure)}</p>
      {behind !== undefined && behind > 0 && <p>{t('mail.behind', { count: behind })}</p>}
    </div>
  );
}
