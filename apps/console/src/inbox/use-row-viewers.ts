import { topics } from '@parley/sdk/realtime';
import { useEffect, useRef, useState } from 'react';

import { useWorkplace } from '../app/workplace.tsx';
import type { Viewer } from '../conversation/use-viewers.ts';

/** Rows that are followed at once, of the hundred topics that a browser may follow. */
const maxRows = 12;
/** Rows are followed when the list has stood still so long: subscriptions are counted, scrolled rows are many. */
const restMs = 1000;

/** Colleagues who have one of the rows in view open. @returns by request id; the same array until it changes */
export function useRowViewers(inView: readonly string[]): (requestId: string) => readonly Viewer[] | undefined {
  const { connection, me } = useWorkplace();
  const [viewers, setViewers] = useState<ReadonlyMap<string, readonly Viewer[]>>(none);
  const followed = useRef(new Map<string, () => void>());
  const key = inView.slice(0, maxRows).join();

  useEffect(() => {
    const follow = (id: string) => {
      const show = (all: readonly Viewer[]) => {
        const others = all.filter(({ user_id }) => user_id !== me);
        setViewers((known) => {
          if (others.length === 0 && !known.has(id)) return known;
          const next = new Map(known);
          if (others.length > 0) next.set(id, others);
          else next.delete(id);
          return next;
        });
      };
      const stop = connection.live.subscribe<Viewer>(topics.viewers(id), {
        onSnapshot: show,
        onFrame: ({ message }) => show([message].flat()),
      });
      followed.current.set(id, () => {
        stop();
        show([]);
      });
    };
    const timer = setTimeout(() => {
      const wanted = new Set(key === '' ? [] : key.split(','));
      for (const [id, stop] of followed.current) {
        if (wanted.has(id)) continue;
        followed.current.delete(id);
        stop();
      }
      for (const id of wanted) if (!followed.current.has(id)) follow(id);
    }, restMs);
    return () => clearTimeout(timer);
  }, [key, connection, me]);

  useEffect(() => {
    const all = followed.current;
    return () => {
      for (const stop of all.values()) stop();
      all.clear();
    };
  }, []);

  return (requestId) => viewers.get(requestId);
}

const none: ReadonlyMap<string, readonly Viewer[]> = new Map();
