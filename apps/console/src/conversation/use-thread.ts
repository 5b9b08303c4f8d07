import { topics } from '@parley/sdk/realtime';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { useWorkplace } from '../app/workplace.tsx';
import { ThreadSource, type ThreadState } from './thread-source.ts';

export function useThread(requestId: string): { source: ThreadSource; state: ThreadState } {
  const workplace = useWorkplace();
  const source = useMemo(() => new ThreadSource(workplace, requestId), [workplace, requestId]);
  useEffect(() => source.start(), [source]);
  const state = useSyncExternalStore(source.subscribe, source.state);
  return { source, state };
}

interface TypingMessage {
  user_id: string;
  fullname?: string;
  typing?: boolean;
}

/** Who is typing in the conversation, without the person at work. */
export function useTyping(requestId: string): string | undefined {
  const { connection, me } = useWorkplace();
  const [name, setName] = useState<string>();
  const stop = useCallback(() => setName(undefined), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = connection.live.subscribe<TypingMessage>(topics.typing(requestId), {
      onFrame: ({ message }) => {
        const { user_id: user, fullname, typing } = message;
        clearTimeout(timer);
        if (user === me) return;
        if (typing === false) return stop();
        setName(fullname ?? '');
        timer = setTimeout(stop, 10_000);
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [connection, requestId, me, stop]);
  return name;
}
