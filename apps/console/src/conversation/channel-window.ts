import type { ChannelWindow } from '@parley/sdk';
import { useEffect, useState } from 'react';

/** Of a timer of the browser. */
const longestMs = 2 ** 31 - 1;

/** Whether the channel takes no free text now, by the rule of the API. Source: contract 26. */
export function isWindowClosed(window: ChannelWindow | undefined, now: number): boolean {
  if (!window) return false;
  const { closes_at, templates_only } = window;
  return closes_at === undefined ? templates_only : Date.parse(closes_at) <= now;
}

/** The same, drawn again when the window closes. */
export function useWindowClosed(window: ChannelWindow | undefined): boolean {
  const [now, setNow] = useState(Date.now);
  const closesAt = window?.closes_at;
  useEffect(() => {
    setNow(Date.now());
    const left = closesAt === undefined ? 0 : Date.parse(closesAt) - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, longestMs));
    return () => clearTimeout(timer);
  }, [closesAt]);
  return isWindowClosed(window, now);
}
