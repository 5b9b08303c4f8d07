import { topics } from '@parley/sdk/realtime';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { useWorkplace } from '../app/workplace.tsx';
import type { ThreadSource, ThreadState } from './thread-source.ts';

export function useThread(requestId: string): { source: ThreadSource; state: ThreadState } {
  const { threads } = useWorkplace();
  const source = useMemo(() => threads.open(requestId), [threads, requestId]);
  useEffect(() => source.start(), [source]);
  const state = useSyncExternalStore(source.subscribe, source.state);
  return { source, state };
}

interface TypingMessage {
  user_id: string;
  fullname?: string;
  typing?: boolean;
}

/** Which visitor or bot is typing in the conversation; teammates show as viewers. */
export function useTyping(requestId: string): string | undefined {
  const { connection, people } = useWorkplace();
  const [name, setName] = useState<string>();
  const stop = useCallback(() => setName(undefined), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = connection.live.subscribe<TypingMessage>(topics.typing(requestId), {
      onFrame: ({ message }) => {
        const { user_id: user, fullname, typing } = message;
        if (people.nameOf(user) !== undefined && !user.startsWith('bot_')) return;
        clearTimeout(timer);
        if (typing === false) return stop();
        setName(fullname ?? '');
        timer = setTimeout(stop, 10_000);
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [connection, requestId, people, stop]);
  return name;
}
