import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { seqOf, type ThreadItem } from './thread.ts';
import type { ThreadSource, ThreadState } from './thread-source.ts';

/** So near to the end, what arrives is followed. */
const atEndPx = 80;
/** When so little is left above or below, more is drawn, and older messages are asked for. */
const nearPx = 400;
/** Lines of the thread in the document, however long it is. */
const maxDrawn = 120;
/** By so many lines what is drawn goes up or down. */
const step = 40;
/** Pages of older messages that are read at most to find a message whose address was opened. */
const maxSoughtPages = 40;

/**
 * Which lines of the thread are drawn, and where the reader is: at the end, which is followed, or at a place, which stays.
 * @param target the message whose address was opened
 */
export function useFollowing(
  items: readonly ThreadItem[],
  state: ThreadState,
  source: ThreadSource,
  me: string,
  target: number | undefined,
) {
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const lastHeight = useRef(0);
  const oldest = useRef<number>(undefined);
  const newest = useRef(0);
  const sending = useRef(0);
  /** The line that stays where it is while others are drawn. */
  const fixed = useRef<{ line: HTMLElement; top: number }>(undefined);
  const [below, setBelow] = useState(0);
  /** The last line that is drawn; undefined: the end, wherever that is. */
  const [lastKey, setLastKey] = useState<string>();
  const lastIndex = lastKey === undefined ? -1 : items.findIndex(({ key }) => key === lastKey);
  const end = lastIndex < 0 ? items.length : lastIndex + 1;
  const start = Math.max(0, end - maxDrawn);
  const drawn = useMemo(() => items.slice(start, end), [items, start, end]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is kept whenever what is drawn changes.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { messages } = state;
    const first = messages[0]?.seq;
    const grewAbove = oldest.current !== undefined && first !== undefined && first < oldest.current;
    const arrived = messages.filter(({ seq, sender }) => seq > newest.current && sender !== me).length;
    const outgoing = items.filter(({ kind }) => kind === 'outgoing').length;
    // Who sends looks at what was sent.
    const hasSent = newest.current > 0 && outgoing > sending.current;
    if (fixed.current) element.scrollTop += fixed.current.line.offsetTop - fixed.current.top;
    else if (hasSent) toEnd();
    else if (grewAbove) element.scrollTop += element.scrollHeight - lastHeight.current;
    else if (follows.current) element.scrollTop = element.scrollHeight;
    if (arrived > 0 && !follows.current) setBelow((count) => count + arrived);
    fixed.current = undefined;
    sending.current = outgoing;
    oldest.current = first ?? oldest.current;
    newest.current = Math.max(newest.current, messages.at(-1)?.seq ?? 0);
    lastHeight.current = element.scrollHeight;
    // After sending, the end is drawn next.
    if (!hasSent) look();
  }, [drawn, items]);

  const [sought, setSought] = useState(target);
  const soughtPages = useRef(0);
  useEffect(() => {
    setSought(target);
    soughtPages.current = 0;
  }, [target]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again in whatever is read and drawn.
  useLayoutEffect(() => {
    const oldestSeq = state.messages[0]?.seq;
    if (sought === undefined || oldestSeq === undefined) return;
    if (sought < oldestSeq && state.hasOlder && soughtPages.current < maxSoughtPages) {
      if (state.loadingOlder) return;
      soughtPages.current += 1;
      void source.loadOlder();
      return;
    }
    const index = items.findIndex((item) => (seqOf(item) ?? 0) >= sought);
    const line = scroller.current?.querySelectorAll('[data-line]')[index - start];
    follows.current = false;
    if (index >= 0 && (index < start || !line)) return setLastKey(items[Math.min(index + step, items.length - 1)]?.key);
    line?.scrollIntoView({ block: 'center' });
    setSought(undefined);
  }, [items, drawn, sought, state.hasOlder, state.loadingOlder]);

  // Images that are loaded and a composer that grows push the end out of view.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
      lastHeight.current = element.scrollHeight;
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);

  function isAtEnd(): boolean {
    const element = scroller.current;
    return end === items.length && element !== null && leftBelow(element) < atEndPx;
  }

  function look() {
    const element = scroller.current;
    if (!element) return;
    follows.current = isAtEnd();
    if (follows.current) {
      setBelow(0);
      setLastKey(undefined);
    } else if (lastKey === undefined && items.length >= maxDrawn) setLastKey(items.at(-1)?.key);
    // Who has just come reads the end, unless there is room for more.
    const isUp = !follows.current || element.scrollHeight <= element.clientHeight;
    if (isUp && element.scrollTop < nearPx) {
      if (start > 0) draw(element, end - step);
      else void source.loadOlder();
    } else if (end < items.length && leftBelow(element) < nearPx) draw(element, end + step);
  }

  /** Draws the lines before this one, and leaves what the reader looks at where it is. */
  function draw(element: HTMLElement, to: number) {
    const lines = element.querySelectorAll<HTMLElement>('[data-line]');
    const line = [...lines].find(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > element.scrollTop);
    fixed.current = line && { line, top: line.offsetTop };
    setLastKey(items[Math.min(to, items.length) - 1]?.key);
  }

  function toEnd() {
    follows.current = true;
    setBelow(0);
    setLastKey(undefined);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }

  return { scroller, drawn, below, toEnd, look, isAtEnd };
}

const leftBelow = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => scrollHeight - scrollTop - clientHeight;
