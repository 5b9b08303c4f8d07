import { useState } from 'react';

import { lazyPart, takesKeys } from '../app/lazy-part.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazyPart('actions', async () => (await import('../palette/palette.tsx')).Palette, takesKeys);
const KeysDialog = lazyPart('actions', async () => (await import('./keys-dialog.tsx')).KeysDialog, takesKeys);

/** A screen that the person may open, with the letter that leads there behind `g`. */
export interface KeyedPlace {
  key: string;
  title: string;
  go: () => void;
}

/** Keys that do the same on every screen, and what they open. */
export function GlobalKeys({ places }: { places: readonly KeyedPlace[] }) {
  const [shown, setShown] = useState<'palette' | 'keys'>();
  const close = () => setShown(undefined);
  useShortcuts({
    'mod+k': () => setShown((known) => (known === 'palette' ? undefined : 'palette')),
    '?': () => setShown('keys'),
    ...Object.fromEntries(places.map(({ key, go }) => [`g ${key}`, go])),
  });
  return (
    <>
      {shown === 'palette' && <Palette places={places} onClose={close} />}
      {shown === 'keys' && <KeysDialog onClose={close} />}
    </>
  );
}
