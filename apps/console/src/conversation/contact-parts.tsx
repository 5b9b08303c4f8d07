import { withVisibleBidi } from '@parley/sdk/markup';
import { type ReactNode, useId, useState } from 'react';

import { PanelBoundary } from '../app/panel-boundary.tsx';

/** One line of a `dl` of two columns; none where there is nothing to say. */
export function Fact({ name, value }: { name: string; value: ReactNode }) {
  if (!value) return null;
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 truncate">
        <bdi>{typeof value === 'string' ? withVisibleBidi(value) : value}</bdi>
      </dd>
    </>
  );
}

/** A part of the panel beside a conversation. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="text-small font-semibold text-ink-soft">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** A part that is closed at first: what it shows is asked for when it is opened. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="mb-2 cursor-pointer text-small font-semibold text-ink-soft">{title}</summary>
      {open && <PanelBoundary>{children}</PanelBoundary>}
    </details>
  );
}
