import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowUp } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

import { lazyPart } from '../app/lazy-part.tsx';
import { onPreferences, preferences } from '../app/preferences.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { classes } from '../ui/classes.ts';
import { Skeleton } from '../ui/states.tsx';
import type { InboxList, InboxSnapshot } from './inbox-list.ts';
import { InboxRowView } from './inbox-row.tsx';
import type { InboxRow } from './row.ts';
import { type Anchor, ranged, type Selection, toggled } from './selection.ts';
import { useHold, useStable } from './use-hold.ts';
import { usePeek } from './use-peek.ts';
import { useRowViewers } from './use-row-viewers.ts';

/** A row is described by its preview. */
const peekId = 'inbox-peek';
const Peek = lazyPart('actions', async () => (await import('./peek.tsx')).Peek);

/** In rem: rows grow with the text. */
const rowHeights = { comfortable: 4.5, compact: 3.25 } as const;
/** Pages are asked for when fewer rows than these are left below the view. */
const ahead = 24;

interface ListPanelProps {
  label: string;
  list: InboxList;
  snapshot: InboxSnapshot;
  /** Of the whole filter, once known. */
  total: number | undefined;
  loading: boolean;
  openId: string | undefined;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  me: string;
  now: number;
  nameOf: (principal: string) => string | undefined;
  pictureOf: (principal: string) => string | undefined;
  hasDraft: (requestId: string) => boolean;
  onOpen: (requestId: string) => void;
  onMore: () => void;
  empty: ReactNode;
  /** Why what is shown is not all, or not the newest. */
  failure: ReactNode;
}

/** The rows of a view: a grid with one tab stop, drawn as far as they are in view. */
export function ListPanel(props: ListPanelProps) {
  const { list, snapshot, total, openId, onMore, onOpen, selection, onSelect } = props;
  const { rows, complete } = snapshot;
  const t = useTexts();
  const { number } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string>();
  const { density } = useSyncExternalStore(onPreferences, preferences);
  const rowPx = rowHeights[density] * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  // The same functions until the rows change: with other ones, all rows are measured again at each step of scrolling.
  const measures = useMemo(
    () => ({ estimateSize: () => rowPx, getItemKey: (index: number) => rows[index]?.request_id ?? index }),
    [rows, rowPx],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    ...measures,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;

  const { startIndex, endIndex } = virtual.range ?? { startIndex: 0, endIndex: -1 };
  const viewersOf = useRowViewers(rows.slice(startIndex, endIndex + 1).map(({ request_id }) => request_id));

  useEffect(() => {
    if (!complete && rows.length - lastShown < ahead) onMore();
    // Rows that stay drawn until the list may move are loaded once more: their number does not change by that.
  }, [complete, rows, lastShown, onMore]);

  const peek = usePeek();
  const peeked = rows.find(({ request_id }) => request_id === peek.peeked?.requestId);
  const peekedElement = peeked && scroller.current?.querySelector<HTMLElement>(`[data-request="${peeked.request_id}"]`);
  const hold = useHold(list, scroller);
  const stop = rows.some(({ request_id }) => request_id === focusedId) ? focusedId : (openId ?? rows[0]?.request_id);

  const anchor = useRef<Anchor & { latest: Selection }>(undefined);
  const toFocus = useRef<number>(undefined);
  // The row is drawn only after the list has scrolled to it.
  useLayoutEffect(() => {
    if (toFocus.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${toFocus.current}"]`);
    if (!row) return;
    toFocus.current = undefined;
    row.focus();
  });
  // `j` and `k` open rows beyond the edge, too, and come to the end of what is loaded. A row that was clicked stays under the pointer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: frames that move the open row must not scroll the list.
  useEffect(() => {
    const index = rows.findIndex(({ request_id }) => request_id === openId);
    if (index >= 0 && openId !== focusedId) virtual.scrollToIndex(index);
  }, [openId]);

  /** A range begins at this row. */
  function begin(requestId: string, base: Selection) {
    anchor.current = { requestId, base, latest: base };
  }

  /** @param from where a range begins that has no other beginning */
  function extend(to: number, from: number) {
    const start = rows[from]?.request_id;
    if (!anchor.current && start) begin(start, selection);
    if (!anchor.current) return;
    // The bar of actions, or a key, has changed the selection since.
    if (anchor.current.latest !== selection) begin(anchor.current.requestId, selection);
    anchor.current.latest = ranged(anchor.current, rows, to);
    onSelect(anchor.current.latest);
  }

  const toggle = useStable((requestId: string | undefined, isRange = false) => {
    const index = rows.findIndex(({ request_id }) => request_id === requestId);
    const row = rows[index];
    if (!row) return;
    if (isRange) return extend(index, index);
    const next = toggled(selection, row);
    begin(row.request_id, next);
    onSelect(next);
  });
  useShortcuts({ x: () => toggle(stop) });

  function move(event: KeyboardEvent, from: number) {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 8,
      PageUp: -8,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const index = Math.min(Math.max(from + step, 0), rows.length - 1);
    if (event.shiftKey) {
      if (selection.size === 0) anchor.current = undefined;
      extend(index, from);
    }
    toFocus.current = index;
    setFocusedId(rows[index]?.request_id);
    virtual.scrollToIndex(index);
  }

  function press(event: KeyboardEvent, row: InboxRow, index: number) {
    if (event.key === 'Enter') {
      peek.close();
      onOpen(row.request_id);
    } else if (event.key === ' ') {
      event.preventDefault();
      peek.toggle(row.request_id);
    } else if (event.key === 'Escape' && peek.peeked) {
      event.preventDefault();
      peek.close();
    } else move(event, index);
  }

  function click(event: MouseEvent, row: InboxRow, index: number) {
    peek.close();
    if (event.shiftKey) extend(index, index);
    else if (event.ctrlKey || event.metaKey) toggle(row.request_id);
    else {
      begin(row.request_id, selection);
      onOpen(row.request_id);
    }
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {snapshot.waiting > 0 && (
        <button
          type="button"
          onClick={() => {
            hold.release();
            scroller.current?.scrollTo({ top: 0 });
          }}
          className="absolute start-1/2 top-2 z-10 inline-flex -translate-x-1/2 items-center gap-1 rounded-full bg-accent px-3 py-1 text-small font-semibold text-on-accent shadow-float rtl:translate-x-1/2"
        >
          <ArrowUp size={12} aria-hidden />
          {t('inbox.waiting', { count: snapshot.waiting })}
        </button>
      )}
      <div
        ref={scroller}
        onScroll={() => {
          hold.look();
          if (peek.peeked?.by === 'pointer') peek.close();
        }}
        // Not enter: React misses it when what was under the pointer was taken away, as the rows of the last view.
        onPointerOver={hold.over}
        onPointerLeave={hold.leave}
        className="min-h-0 flex-1 overflow-y-auto"
      >
        {rows.length === 0 && (props.loading ? <RowSkeletons compact={density === 'compact'} /> : props.empty)}
        <div
          role="grid"
          aria-multiselectable
          aria-label={props.label}
          aria-rowcount={total ?? -1}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map(({ index, start, key }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 1}
                aria-selected={selection.has(row.request_id)}
                aria-current={row.request_id === openId || undefined}
                data-index={index}
                data-request={row.request_id}
                tabIndex={row.request_id === stop ? 0 : -1}
                className="absolute inset-x-0 top-0 -outline-offset-2"
                style={{ transform: `translateY(${start}px)` }}
                aria-describedby={row === peeked ? peekId : undefined}
                onFocus={() => {
                  setFocusedId(row.request_id);
                  peek.follow(row.request_id);
                }}
                onBlur={({ relatedTarget }) => !scroller.current?.contains(relatedTarget) && peek.close()}
                onPointerEnter={(event) => row.request_id !== openId && peek.enter(event, row.request_id)}
                onPointerLeave={peek.leave}
                // Shift selects rows, not their words.
                onMouseDown={(event) => event.shiftKey && event.preventDefault()}
                onClick={(event) => click(event, row, index)}
                onKeyDown={(event) => press(event, row, index)}
              >
                <div role="gridcell">
                  <InboxRowView
                    row={row}
                    me={props.me}
                    now={props.now}
                    open={row.request_id === openId}
                    hasDraft={props.hasDraft(row.request_id)}
                    selected={selection.has(row.request_id)}
                    selecting={selection.size > 0}
                    compact={density === 'compact'}
                    onToggle={toggle}
                    nameOf={props.nameOf}
                    pictureOf={props.pictureOf}
                    viewers={viewersOf(row.request_id)}
                  />
                </div>
              </div>
            );
          })}
        </div>
      </div>
      {peek.peeked && peeked && peekedElement && (
        <Peek id={peekId} row={peeked} by={peek.peeked.by} anchor={peekedElement} />
      )}
      {rows.length > 0 && props.failure && <div className="border-t border-line px-3 py-2">{props.failure}</div>}
      {total !== undefined && rows.length > 0 && !complete && (
        <p className="border-t border-line px-3 py-1 text-small text-ink-soft">
          {t('inbox.loaded', { loaded: number(rows.length), total: number(total) })}
        </p>
      )}
    </div>
  );
}

export function RowSkeletons({ compact = false }: { compact?: boolean }) {
  return Array.from({ length: 8 }, (_, index) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
      key={index}
      className={classes('flex gap-3 border-b border-line px-3', compact ? 'h-13 py-1.5' : 'h-18 py-2.5')}
    >
      <Skeleton className="size-9 rounded-full" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-3.5 w-4/5" />
      </div>
    </div>
  ));
}
