import { useEffect, useState, useSyncExternalStore } from 'react';

import { lazyPart, takesKeys } from '../app/lazy-part.tsx';
import { undoLatest } from '../app/undo.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { conversationStart, endStart, onConversationStart, startConversation } from '../new-conversation/start.ts';
import type { KeyedPlace } from './keyed-place.ts';

const Palette = lazyPart('actions', async () => (await import('./palette.tsx')).Palette, takesKeys);
const StartDialog = lazyPart(
  'actions',
  async () => (await import('../new-conversation/start-dialog.tsx')).StartDialog,
  takesKeys,
);
const KeysDialog = lazyPart('actions', async () => (await import('../keyboard/keys-dialog.tsx')).KeysDialog, takesKeys);

/** Keys that do the same on every screen, and what they open. */
export function GlobalKeys({ places }: { places: readonly KeyedPlace[] }) {
  const [shown, setShown] = useState<'palette' | 'keys'>();
  const close = () => setShown(undefined);
  const start = useSyncExternalStore(onConversationStart, conversationStart);
  // It belongs to the project that is left.
  useEffect(() => endStart, []);
  useShortcuts({
    'mod+k': () => setShown((known) => (known === 'palette' ? undefined : 'palette')),
    '?': () => setShown('keys'),
    c: () => startConversation(),
    z: undoLatest,
    ...Object.fromEntries(places.map(({ key, go }) => [`g ${key}`, go])),
  });
  return (
    <>
      {shown === 'palette' && <Palette screens={places} onClose={close} />}
      {shown === 'keys' && <KeysDialog onClose={close} />}
      {start && <StartDialog start={start} onClose={endStart} />}
    </>
  );
}
