import { useEffect, useRef, useState } from 'react';

import type { ThreadState } from './thread-source.ts';

/** The newest message counts as read after half a second in view of a visible tab. */
export function useSeen(isAtEnd: () => boolean, state: ThreadState, onSeen: (seq: number) => void) {
  const newest = state.messages.at(-1)?.seq;
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  const atEnd = useRef(isAtEnd);
  atEnd.current = isAtEnd;
  useEffect(() => {
    const change = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', change);
    return () => document.removeEventListener('visibilitychange', change);
  }, []);
  useEffect(() => {
    if (newest === undefined || !visible) return undefined;
    const timer = setInterval(() => {
      if (!atEnd.current()) return;
      clearInterval(timer);
      onSeen(newest);
    }, 500);
    return () => clearInterval(timer);
  }, [newest, visible, onSeen]);
}
