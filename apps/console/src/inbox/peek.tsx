import { listMessages } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import type { ThreadMessage } from '../conversation/thread.ts';
import { Skeleton } from '../ui/states.tsx';
import { contactName, Priority, Status } from './inbox-row.tsx';
import type { InboxRow } from './row.ts';
import type { Peeked } from './use-peek.ts';

const shownMessages = 5;
/** Of the card, and between it and what is around it, in px. */
const width = 352;
const gap = 8;

interface PeekProps {
  id: string;
  row: InboxRow;
  by: Peeked['by'];
  /** The element of the row. */
  anchor: HTMLElement;
}

/** What a conversation says, beside its row. Nothing counts as read by it, and it takes no pointer. */
export function Peek({ id, row, by, anchor }: PeekProps) {
  const t = useTexts();
  const { full } = useFormats();
  const { parley } = useWorkplace();
  const place = usePlace(anchor, row);
  const { data, error } = useQuery({
    // Another message makes it another preview, and so do words that were taken out.
    queryKey: ['peek', row.request_id, row.messages.seq, row.__v],
    queryFn: ({ signal }) =>
      listMessages(parley, { request_id: row.request_id, limit: shownMessages, direction: -1 }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const messages = (data as readonly ThreadMessage[] | undefined)?.toSorted((a, b) => a.seq - b.seq);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name.
    <div
      id={id}
      // Who has asked for it by a key hears what it says.
      role={by === 'key' ? 'status' : 'tooltip'}
      aria-label={t('inbox.peek', { name: contactName(row, t) })}
      className="pointer-events-none fixed z-30 flex max-h-96 flex-col gap-2 overflow-hidden rounded-box border border-line bg-paper p-3 shadow-float"
      style={place}
    >
      <p className="flex items-center gap-2 text-small text-ink-soft">
        <bdi className="min-w-0 truncate text-base font-semibold text-ink">
          {withVisibleBidi(row.subject || contactName(row, t))}
        </bdi>
        <span>#{row.ticket_id}</span>
        <span className="flex-1" />
        <Status row={row} named />
        <Priority row={row} />
      </p>
      {error && <p className="text-bad">{problemOf(error, t).msg}</p>}
      {!messages && !error && <Skeleton className="h-24" />}
      {messages?.map((message) => (
        <div key={message._id} className={message.audience === 'team' ? 'rounded-box bg-private px-2 py-1' : ''}>
          <p className="flex items-center gap-1 text-small text-ink-soft">
            {message.audience === 'team' && (
              <>
                <Lock size={11} aria-hidden />
                <span className="sr-only">{t('message.private')}</span>
              </>
            )}
            <bdi className="min-w-0 flex-1 truncate font-semibold">{withVisibleBidi(message.senderFullname)}</bdi>
            <time dateTime={message.createdAt}>{full(Date.parse(message.createdAt))}</time>
          </p>
          <p dir="auto" className="line-clamp-3 wrap-anywhere">
            {message.text || withVisibleBidi(String(message.metadata?.name ?? ''))}
          </p>
        </div>
      ))}
    </div>
  );
}

/** Beside the row; below or above it where there is no room for two columns. */
function usePlace(anchor: HTMLElement, row: InboxRow) {
  const [place, setPlace] = useState<Record<string, number>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that changes may have moved.
  useLayoutEffect(() => {
    const look = () => {
      const { left, right, top, bottom } = anchor.getBoundingClientRect();
      const isMirrored = document.documentElement.dir === 'rtl';
      const start = isMirrored ? innerWidth - left : right;
      const isBeside = start + 2 * gap + width <= innerWidth;
      const isLow = (top + bottom) / 2 > innerHeight / 2;
      setPlace({
        width: Math.min(width, innerWidth - 2 * gap),
        insetInlineStart: isBeside ? start + gap : gap,
        // Towards the middle of the window, where there is room.
        ...(isLow
          ? { insetBlockEnd: innerHeight - (isBeside ? bottom : top - gap) }
          : { insetBlockStart: isBeside ? top : bottom + gap }),
      });
    };
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [anchor, row]);
  return place;
}
