import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ArrowDown } from 'lucide-react';
import {
  Fragment,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

import type { MessageId } from '../app/language.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { startOfDay, useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import english from '../locales/core/en.json' with { type: 'json' };
import { classes } from '../ui/classes.ts';
import { Skeleton } from '../ui/states.tsx';
import { Bubble, OutgoingBubble } from './bubble.tsx';
import { CopyLink, messageOfHash, stepToLink } from './copy-link.tsx';
import type { OutboxEntry } from './outbox.ts';
import { RedactButton } from './redact-button.tsx';
import { isServiceLine, labelOf, type ThreadItem, type ThreadMessage, threadItems } from './thread.ts';
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
const closedStatus = 1000;

const MergedPart = lazyPart('actions', async () => (await import('./merged-part.tsx')).MergedPart);

interface MessageListProps {
  requestId: string;
  requesterId: string | undefined;
  source: ThreadSource;
  state: ThreadState;
  /** The reader's position when the conversation was opened. */
  readUpto: number | undefined;
  typing: string | undefined;
  onEdit: (entry: OutboxEntry) => void;
  onReopen: (entry: OutboxEntry) => void;
  /** The newest message is in view. */
  onSeen: (seq: number) => void;
}

/** The thread: follows its end only while the reader is there, and keeps its place when older messages come above. */
export function MessageList(props: MessageListProps) {
  const { source, state, requestId } = props;
  const t = useTexts();
  const { me, outbox } = useWorkplace();
  const outgoing = useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.entriesOf(requestId),
  );
  const messages = useWithMerged(requestId, state);
  const items = useMemo(
    () => threadItems({ messages, outgoing, readUpto: props.readUpto, me, dayOf: startOfDay }),
    [messages, outgoing, props.readUpto, me],
  );
  const target = useLocation({ select: ({ hash }) => messageOfHash(hash) });
  const { scroller, drawn, below, toEnd, look, isAtEnd } = useFollowing(items, state, source, me, target);
  useSeen(isAtEnd, state, props.onSeen);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {state.loadingOlder && (
        <p className="absolute inset-x-0 top-0 z-10 bg-paper py-1 text-center text-small text-ink-soft">
          {t('conversation.older')}
        </p>
      )}
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys.
        tabIndex={0}
        onScroll={look}
        onKeyDown={(event) => stepToLink(event.currentTarget, event.target, event.key) && event.preventDefault()}
        // The place is kept here; the browser's own anchoring would keep it a second time.
        className="relative min-h-0 flex-1 overflow-y-auto pb-4 [overflow-anchor:none] -outline-offset-2"
        aria-label={t('conversation.messages')}
        role="log"
        aria-live="off"
      >
        <div>
          {state.loading && state.messages.length === 0 ? (
            <ThreadSkeleton />
          ) : (
            drawn.map((item) => (
              <div
                key={item.key}
                data-line={item.key}
                className={classes(
                  seqOf(item) === target &&
                    target !== undefined &&
                    'bg-warn-soft outline-1 -outline-offset-1 outline-transparent',
                )}
              >
                <Item item={item} {...props} />
              </div>
            ))
          )}
        </div>
      </div>
      {props.typing !== undefined && (
        <p aria-live="polite" className="px-4 pb-1 text-small text-ink-soft">
          {t('conversation.typing', { name: props.typing })}
        </p>
      )}
      {below > 0 && (
        <button
          type="button"
          onClick={toEnd}
          className="absolute end-4 bottom-4 inline-flex items-center gap-1 rounded-full bg-accent px-3 py-1.5 text-small font-semibold text-on-accent shadow-float"
        >
          {t('conversation.newBelow', { count: below })}
          <ArrowDown size={12} aria-hidden />
        </button>
      )}
    </div>
  );
}

/** The messages at hand, and between them those of conversations that were merged into this one. */
function useWithMerged(requestId: string, { messages, hasOlder }: ThreadState): readonly ThreadMessage[] {
  const { parley } = useWorkplace();
  // A merged conversation ended before the line about the merge.
  const merges = messages.filter(({ attributes }) => labelOf(attributes)?.key === 'REQUEST_ABSORBED').length;
  const { data: join } = useQuery({
    queryKey: ['merged', requestId, merges],
    queryFn: async ({ signal }) => (await import('./merged-messages.ts')).readMerged(parley, requestId, signal),
    enabled: merges > 0,
    placeholderData: (known) => known,
  });
  return useMemo(() => join?.(messages, hasOlder) ?? messages, [join, messages, hasOlder]);
}

/** Of a line that stands for a message. */
function seqOf(item: ThreadItem): number | undefined {
  return 'message' in item ? item.message.seq : undefined;
}

/** @param target the message whose address was opened */
function useFollowing(
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

/** The newest message counts as read after half a second in view of a visible tab. */
function useSeen(isAtEnd: () => boolean, state: ThreadState, onSeen: (seq: number) => void) {
  const newest = state.messages.at(-1)?.seq;
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  const atEnd = useRef(isAtEnd);
  atEnd.current = isAtEnd;
  useEffect(() => {
    const change = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', change);
    return () => document.removeEventListener('visibilitychange', change);
  }, []);
  useEffect(() => {
    if (newest === undefined || !visible) return undefined;
    const timer = setInterval(() => {
      if (!atEnd.current()) return;
      clearInterval(timer);
      onSeen(newest);
    }, 500);
    return () => clearInterval(timer);
  }, [newest, visible, onSeen]);
}

function Item({
  item,
  requestId,
  requesterId,
  source,
  state,
  onEdit,
  onReopen,
}: { item: ThreadItem } & Omit<MessageListProps, 'readUpto' | 'typing' | 'onSeen'>) {
  const t = useTexts();
  const { day } = useFormats();
  switch (item.kind) {
    case 'day':
      return <Line>{day(item.at, Date.now())}</Line>;
    case 'unread':
      return <Line accent>{t('conversation.new')}</Line>;
    case 'service':
      return <ServiceLines messages={item.messages} />;
    case 'merged':
      return <MergedPart messages={item.messages} requesterId={requesterId} />;
    case 'message':
      return (
        <Bubble
          message={item.message}
          fromTeam={item.message.sender !== requesterId}
          face={item.message.sender === requesterId ? state.request?.lead.lead_id : undefined}
          first={item.first}
          last={item.last}
          actions={
            <span data-message-actions className="inline-flex shrink-0">
              <CopyLink
                requestId={requestId}
                seq={item.message.seq}
                isClosed={state.request?.status === closedStatus}
                isStop={item.message === newestShown(state)}
              />
              <RedactButton message={item.message} onRedacted={source.setMessage} />
            </span>
          }
          answer={
            item.message.attributes.attachment
              ? state.messages.find(({ seq, sender }) => seq > item.message.seq && sender === requesterId)
              : undefined
          }
        />
      );
    case 'outgoing':
      return (
        <OutgoingBubble entry={item.entry} first={item.first} last={item.last} onEdit={onEdit} onReopen={onReopen} />
      );
  }
}

/** The newest message that is a bubble, not a service line. */
function newestShown({ messages }: ThreadState): ThreadMessage | undefined {
  return messages.findLast((message) => !isServiceLine(message));
}

export function Line({ children, accent }: { children: ReactNode; accent?: boolean }) {
  return (
    <p
      className={`flex items-center gap-3 px-4 pt-4 pb-1 text-small font-semibold ${accent ? 'text-accent' : 'text-ink-soft'}`}
    >
      <span className={`h-px flex-1 ${accent ? 'bg-accent' : 'bg-line'}`} />
      {children}
      <span className={`h-px flex-1 ${accent ? 'bg-accent' : 'bg-line'}`} />
    </p>
  );
}

/** Lines that follow each other stand in one: "Linus left · Ada joined". */
function ServiceLines({ messages }: { messages: readonly ThreadMessage[] }) {
  return (
    <p className="px-4 pt-3 text-center text-small text-ink-soft">
      {messages.map((message, index) => (
        <Fragment key={message._id}>
          {index > 0 && ' · '}
          <ServiceLine message={message} />
        </Fragment>
      ))}
    </p>
  );
}

/** Translated by its key; the stored text only where the key is unknown. */
function ServiceLine({ message }: { message: ThreadMessage }) {
  const t = useTexts();
  const label = labelOf(message.attributes);
  const id = `service.${label?.key ?? ''}`;
  const values = Object.fromEntries(
    Object.entries(label?.parameters ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return <bdi>{id in english ? t(id as MessageId, values) : message.text}</bdi>;
}

export function ThreadSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-4">
      <Skeleton className="h-12 w-2/5" />
      <Skeleton className="h-9 w-1/2 self-end" />
      <Skeleton className="h-16 w-3/5" />
    </div>
  );
}
