import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

import { usePanel } from '../panel/state-context.ts';

/** Under this width or height the panel fills the screen. */
const small = '(max-width: 639.9px), (max-height: 639.9px)';

/** Fills the screen above a phone's keyboard, without scrolling the page behind. */
export function useFullScreen(frame: { current: HTMLElement | null }): boolean {
  const { host, settings } = usePanel();
  const [isFull, setFull] = useState(() => !host.isPreview && matchMedia(small).matches);

  useEffect(() => {
    if (host.isPreview) return;
    const query = matchMedia(small);
    const look = () => setFull(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [host]);

  useLayoutEffect(() => {
    const element = frame.current;
    const { visualViewport: viewport } = globalThis;
    if (!isFull || !element || !viewport) return;
    const resize = () => {
      element.style.height = `${viewport.height}px`;
      element.style.top = `${viewport.offsetTop}px`;
    };
    resize();
    viewport.addEventListener('resize', resize);
    viewport.addEventListener('scroll', resize);
    const { body } = document;
    const { overflow } = body.style;
    body.style.overflow = 'hidden';
    return () => {
      viewport.removeEventListener('resize', resize);
      viewport.removeEventListener('scroll', resize);
      element.style.height = '';
      element.style.top = '';
      body.style.overflow = overflow;
      // The page had no such attribute before.
      if (body.getAttribute('style') === '') body.removeAttribute('style');
    };
  }, [isFull, frame]);

  // The back button closes the panel first.
  useEffect(() => {
    if (!isFull || !settings.peek().history) return;
    history.pushState({ ...history.state, parley: true }, '');
    const back = () => host.close();
    globalThis.addEventListener('popstate', back);
    return () => {
      globalThis.removeEventListener('popstate', back);
      if ((history.state as { parley?: boolean } | null)?.parley) history.back();
    };
  }, [isFull, host, settings]);
  return isFull;
}
