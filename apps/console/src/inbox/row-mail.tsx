import { withVisibleBidi } from '@parley/sdk/markup';
import { Mail } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import type { InboxRow } from './row.ts';

/** That a conversation goes by mail, and its subject. */
export function RowMail({ row: { subject, matches } }: { row: Pick<InboxRow, 'subject' | 'matches'> }) {
  const t = useTexts();
  // Where a search has found words of it, those are shown after this.
  const isFound = matches?.some((match) => match.in === 'subject');
  return (
    <>
      <Mail size={13} aria-hidden className="me-1 inline-block align-[-2px] text-ink-soft" />
      <span className="sr-only">{t('mail.recipients')} </span>
      {subject && !isFound && <bdi className="me-1 text-ink">{withVisibleBidi(subject)}</bdi>}{' '}
    </>
  );
}
