import { useEffect } from 'react';

import { useCounters } from '../inbox/counters.ts';
import { useWorkplace } from './workplace.tsx';

/**
 * What the tab of the browser shows: the place, and how many of the person's conversations are unread, as `(3) Inbox · Demo shop` and in its icon.
 * Source: contract 80 section 5.
 */
export function TabMark({ place }: { place: string | undefined }) {
  const { projectName } = useWorkplace();
  const unread = useCounters()?.views.mine.unread ?? 0;
  useEffect(() => {
    const name = [place, projectName].filter(Boolean).join(' · ');
    document.title = unread > 0 ? `(${unread}) ${name}` : name;
  }, [unread, place, projectName]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || unread === 0) return undefined;
    const plain = link.href;
    link.href = `data:image/svg+xml,${encodeURIComponent(numbered(unread))}`;
    return () => {
      link.href = plain;
    };
  }, [unread]);
  return null;
}

function numbered(count: number): string {
  const text = count > 99 ? '99+' : String(count);
  const size = [0, 24, 20, 15][text.length];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f4fd8"/><text x="16" y="17" fill="#fff" font-family="system-ui,sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
}
