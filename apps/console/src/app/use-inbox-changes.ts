import { useEffect, useRef } from 'react';

import { useWorkplace } from './workplace.tsx';

/** Calls `look` when frames of the inbox begin to come, and after them, at most once in `pauseMs`. */
export function useInboxChanges(look: () => void, pauseMs: number): void {
  const { connection } = useWorkplace();
  const newest = useRef(look);
  newest.current = look;

  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined;
    let lookedAt = Date.now();
    const soon = () => {
      due ??= setTimeout(
        () => {
          due = undefined;
          lookedAt = Date.now();
          newest.current();
        },
        Math.max(0, lookedAt + pauseMs - Date.now()),
      );
    };
    const unsubscribe = connection.listenToInbox({ onFrame: soon, onGap: soon, onFollow: soon });
    return () => {
      clearTimeout(due);
      unsubscribe();
    };
  }, [connection, pauseMs]);
}
