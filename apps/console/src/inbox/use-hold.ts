import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

import type { InboxList } from './inbox-list.ts';

/** From the end of a touch until its click at the latest. */
const clickMs = 500;

/** The same function at each drawing, which does what the newest one does: rows that have not changed are not drawn again. */
export function useStable<Args extends unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(work);
  newest.current = work;
  return useCallback((...args: Args) => newest.current(...args), []);
}

/** No row changes its place while the list is scrolled or under the pointer. */
export function useHold(list: InboxList, scroller: { current: HTMLDivElement | null }) {
  /** Ids of the pointers over the list: a finger that goes does not take the mouse with it. */
  const [over] = useState(() => new Set<number>());
  // Another view's list is under the pointer now.
  useEffect(() => {
    if (over.size > 0) list.hold();
  }, [list, over]);
  const look = useStable(() => {
    const scrolled = (scroller.current?.scrollTop ?? 0) > 0;
    if (scrolled || over.size > 0) list.hold();
    else list.release();
  });
  return {
    look,
    over: ({ pointerId }: PointerEvent) => {
      over.add(pointerId);
      look();
    },
    leave: ({ pointerId, pointerType }: PointerEvent) => {
      const gone = () => {
        over.delete(pointerId);
        look();
      };
      // A finger leaves before its click comes, which is for the row that was touched.
      if (pointerType === 'touch') setTimeout(gone, clickMs);
      else gone();
    },
    release: () => {
      list.release();
      look();
    },
  };
}
