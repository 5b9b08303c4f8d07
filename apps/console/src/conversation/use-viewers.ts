import { topics } from '@parley/sdk/realtime';
import { useEffect, useState } from 'react';

import { useWorkplace } from '../app/workplace.tsx';

export interface Viewer {
  user_id: string;
  fullname: string;
  state: 'viewing' | 'replying' | 'noting';
}

/** Said again so often: an entry lapses after thirty seconds. Source: contract 82 section 7. */
const everyMs = 20_000;

/** Teammates who have the conversation open, without the person at work, and says to them what this person does. */
export function useViewers(requestId: string, state: Viewer['state']): readonly Viewer[] {
  const { connection, me } = useWorkplace();
  const [viewers, setViewers] = useState<readonly Viewer[]>([]);

  useEffect(() => {
    const show = (all: readonly Viewer[]) => setViewers(all.filter(({ user_id }) => user_id !== me));
    return connection.live.subscribe<Viewer>(topics.viewers(requestId), {
      onSnapshot: show,
      // Each frame is the whole set.
      onFrame: ({ message }) => show([message].flat()),
    });
  }, [connection, requestId, me]);

  useEffect(() => {
    const topic = topics.viewers(requestId);
    const say = () => {
      if (document.visibilityState === 'visible') connection.live.publish(topic, { state });
    };
    say();
    const timer = setInterval(say, everyMs);
    const unsubscribe = connection.onStatus(() => connection.status() === 'open' && say());
    document.addEventListener('visibilitychange', say);
    return () => {
      clearInterval(timer);
      unsubscribe();
      document.removeEventListener('visibilitychange', say);
    };
  }, [connection, requestId, state]);

  useEffect(() => {
    const leave = () => connection.live.publish(topics.viewers(requestId), { state: 'left' });
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [connection, requestId]);

  return viewers;
}
