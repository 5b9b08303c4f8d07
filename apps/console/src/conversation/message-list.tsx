import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ArrowDown } from 'lucide-react';
import { useMemo, useSyncExternalStore } from 'react';

import { lazyPart } from '../app/lazy-part.tsx';
import { startOfDay, useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { classes } from '../ui/classes.ts';
import { Bubble, OutgoingBubble } from './bubble.tsx';
import { CopyLink, messageOfHash, stepToLink } from './copy-link.tsx';
import type { OutboxEntry } from './outbox.ts';
import { RedactButton } from './redact-button.tsx';
import { isServiceLine, labelOf, seqOf, type ThreadItem, type ThreadMessage, threadItems } from './thread.ts';
import { Line, ServiceLines, ThreadSkeleton } from './thread-lines.tsx';
import type { ThreadSource, ThreadState } from './thread-source.ts';
import { useFollowing } from './use-following.ts';
import { useSeen } from './use-seen.ts';

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
