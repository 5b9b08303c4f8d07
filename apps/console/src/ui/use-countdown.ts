import { useEffect, useRef, useState } from 'react';

/**
 * Counts seconds down to 0 and then calls `onEnd`, once.
 * @param since another value starts it again
 */
export function useCountdown(seconds: number | undefined, since: unknown, onEnd?: () => void): number {
  const [left, setLeft] = useState(0);
  const end = useRef(onEnd);
  end.current = onEnd;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` stands for the failure that is counted down.
  useEffect(() => {
    const until = Date.now() + (seconds ?? 0) * 1000;
    const count = () => {
      const next = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(next);
      if (next > 0) return;
      clearInterval(timer);
      if (seconds) end.current?.();
    };
    const timer = setInterval(count, 1000);
    count();
    return () => clearInterval(timer);
  }, [seconds, since]);
  return left;
}
