import { Eraser } from 'lucide-react';
import { useState } from 'react';

import { lazyPart, takesKeys } from '../app/lazy-part.tsx';
import { isAtLeast } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import type { ThreadMessage } from './thread.ts';

const RedactDialog = lazyPart('actions', async () => (await import('./redact-dialog.tsx')).RedactDialog, takesKeys);

/** So long, authors may redact what they wrote. Source: contract 12 section 6. */
const ownMs = 600_000;

interface RedactButtonProps {
  message: ThreadMessage;
  onRedacted: (message: ThreadMessage) => void;
}

/** Takes words out of a message, for those who may. */
export function RedactButton({ message, onRedacted }: RedactButtonProps) {
  const t = useTexts();
  const { me, teammate } = useWorkplace();
  const [selected, setSelected] = useState<string>();
  const { sender, createdAt } = message;
  const isOwn = sender === me && Date.now() - Date.parse(createdAt) < ownMs;
  if (!isOwn && !isAtLeast(teammate.role, 'admin')) return null;
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('redact.action')}
        title={t('redact.action')}
        onClick={() => setSelected(getSelection()?.toString().trim() ?? '')}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-box text-ink-soft opacity-0 group-hover/message:opacity-100 hover:bg-hover focus-visible:opacity-100"
      >
        <Eraser size={13} aria-hidden />
      </button>
      {selected !== undefined && (
        <RedactDialog
          message={message}
          selected={selected}
          onRedacted={onRedacted}
          onClose={() => setSelected(undefined)}
        />
      )}
    </>
  );
}
