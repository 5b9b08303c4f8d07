import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

import { failures } from '../app/failures.ts';
import { useTexts } from '../app/texts.tsx';
import { isShared, type SavedView } from './saved-views.ts';
import { movedTo } from './stored-views.ts';
import { useChangeViews } from './use-change-views.ts';
import { useViewCounts, type ViewCounts } from './use-view-counts.ts';
import { ViewLink } from './view-link.tsx';

interface SavedListsProps {
  views: readonly SavedView[];
  openId: string | undefined;
}

/** Shared views, then the person's own, each with its figure. */
export function SavedLists({ views, openId }: SavedListsProps) {
  const t = useTexts();
  const { isAdmin, order } = useChangeViews();
  const counts = useViewCounts(views);
  const lists = [
    { title: t('inbox.saved.shared'), of: views.filter(({ record }) => isShared(record)), mayOrder: isAdmin },
    { title: t('inbox.saved'), of: views.filter(({ record }) => !isShared(record)), mayOrder: true },
  ].filter(({ of }) => of.length > 0);
  return lists.map(({ title, of, mayOrder }) => (
    <section key={title} aria-label={title}>
      <p className="mt-4 mb-1 px-2 text-small font-semibold text-ink-soft">{title}</p>
      <SavedList views={of} openId={openId} counts={counts} onOrder={mayOrder ? order : undefined} />
    </section>
  ));
}

interface SavedListProps extends SavedListsProps {
  counts: ViewCounts;
  /** Without the right, the order is only shown. */
  onOrder: ((views: readonly SavedView[]) => Promise<unknown>) | undefined;
}

/** Views in an order that people make by dragging or by the buttons beside each. */
function SavedList({ views, openId, counts, onOrder }: SavedListProps) {
  const t = useTexts();
  /** The order that is not stored yet. */
  const [order, setOrder] = useState<readonly SavedView[]>();
  const [dragged, setDragged] = useState<string>();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string>(undefined);
  const shown = order ?? views;

  // The pressed button has moved with its view, or has gone where the view can go no further.
  useLayoutEffect(() => {
    const id = pressed.current;
    if (id === undefined) return;
    pressed.current = undefined;
    const row = list.current?.querySelector(`[data-view="${CSS.escape(id)}"]`);
    if (!row?.contains(document.activeElement)) row?.querySelector('button')?.focus();
  });

  const placeOfId = (id: string) => shown.findIndex((view) => view.id === id);

  function store(next: readonly SavedView[]) {
    if (!onOrder) return;
    setOrder(next);
    failures.run('view.order', () =>
      onOrder(next).finally(() => setOrder((known) => (known === next ? undefined : known))),
    );
  }

  function step({ id, name }: SavedView, by: 1 | -1) {
    const place = placeOfId(id) + by;
    pressed.current = id;
    store(movedTo(shown, id, place));
    setSaid(t('inbox.view.place', { name, place: place + 1, count: shown.length }));
  }

  return (
    <>
      <ul ref={list} className="flex flex-col gap-0.5">
        {shown.map((view, index) => (
          <li
            key={view.id}
            data-view={view.id}
            draggable={onOrder !== undefined}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'move';
              dataTransfer.setData('text/plain', view.name);
              setDragged(view.id);
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              if (dragged !== view.id) setOrder(movedTo(shown, dragged, index));
            }}
            onDrop={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              store(shown);
              setDragged(undefined);
            }}
            onDragEnd={() => {
              // Dropped beside the list.
              if (dragged !== undefined) setOrder(undefined);
              setDragged(undefined);
            }}
            className={`group/view relative ${dragged === view.id ? 'opacity-50' : ''}`}
          >
            <ViewLink
              view={{ kind: 'saved', id: view.id }}
              active={view.id === openId}
              icon={<ListFilter size={16} aria-hidden />}
              {...figureOf(counts.get(view.id))}
            >
              <bdi>{view.name}</bdi>
            </ViewLink>
            {onOrder && (
              <span className="absolute end-1 top-1 flex opacity-0 group-hover/view:opacity-100 group-focus-within/view:opacity-100">
                {index > 0 && (
                  <Step label={t('inbox.view.up', { name: view.name })} onStep={() => step(view, -1)}>
                    <ArrowUp size={14} aria-hidden />
                  </Step>
                )}
                {index < shown.length - 1 && (
                  <Step label={t('inbox.view.down', { name: view.name })} onStep={() => step(view, 1)}>
                    <ArrowDown size={14} aria-hidden />
                  </Step>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

function figureOf(count: { count: number; more?: boolean } | undefined) {
  return count && { open: count.count, more: count.more };
}

function Step({ label, onStep, children }: { label: string; onStep: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onStep}
      className="inline-flex size-6 items-center justify-center rounded-box bg-raised text-ink-soft hover:bg-hover hover:text-ink"
    >
      {children}
    </button>
  );
}
