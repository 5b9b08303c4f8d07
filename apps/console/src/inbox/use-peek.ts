import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { onPreferences, preferences } from '../app/preferences.ts';

/** A pointer that rests on a row so long asks for its preview; the next rows show theirs sooner. */
const restMs = 700;
const nextMs = 150;

export interface Peeked {
  requestId: string;
  by: 'pointer' | 'key';
}

/** Which row is looked at without being opened: by a pointer that rests on it, or by Space. */
export function usePeek() {
  const { peeks } = useSyncExternalStore(onPreferences, preferences);
  const [peeked, setPeeked] = useState<Peeked>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function close() {
    clearTimeout(timer.current);
    setPeeked(undefined);
  }

  return {
    peeked,
    close,
    enter: ({ pointerType }: PointerEvent, requestId: string) => {
      clearTimeout(timer.current);
      if (!peeks || pointerType !== 'mouse' || peeked?.by === 'key') return;
      timer.current = setTimeout(() => setPeeked({ requestId, by: 'pointer' }), peeked ? nextMs : restMs);
    },
    leave: () => {
      clearTimeout(timer.current);
      // Between two rows there is nothing: the next one takes over.
      timer.current = setTimeout(() => setPeeked((known) => (known?.by === 'pointer' ? undefined : known)), nextMs);
    },
    toggle: (requestId: string) =>
      setPeeked((known) =>
        known?.by === 'key' && known.requestId === requestId ? undefined : { requestId, by: 'key' },
      ),
    /** Follows the focus through the list. */
    follow: (requestId: string) => setPeeked((known) => (known?.by === 'key' ? { requestId, by: 'key' } : known)),
  };
}
