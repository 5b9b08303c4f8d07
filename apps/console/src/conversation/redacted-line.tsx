import { withVisibleBidi } from '@parley/sdk/markup';
import { Eraser } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import type { ThreadMessage } from './thread.ts';

/** Below what is left of a message: who took words out of it, and why. */
export function RedactedLine({ message: { redacted, sender, senderFullname } }: { message: ThreadMessage }) {
  const t = useTexts();
  const { people } = useWorkplace();
  if (!redacted) return null;
  const { by, reason } = redacted;
  const name = withVisibleBidi(by === sender ? senderFullname : (people.nameOf(by) ?? by));
  return (
    <p className="mt-1 flex items-start gap-1 text-small text-ink-soft">
      <Eraser size={12} aria-hidden className="mt-1 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {reason ? t('redact.because', { name, reason: withVisibleBidi(reason) }) : t('redact.by', { name })}
      </span>
    </p>
  );
}
