import { withVisibleBidi } from '@parley/sdk/markup';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useSyncExternalStore } from 'react';

import { PanelBoundary } from '../app/panel-boundary.tsx';
import { onPreferences, preferences, setPreferences } from '../app/preferences.ts';
import { useFormats } from '../app/texts.tsx';

/** A text in which a narrow place breaks an address after its `@`. */
export function Breakable({ text }: { text: string }) {
  const [user, ...rest] = withVisibleBidi(text).split('@');
  return (
    <>
      {user}
      {rest.map((part) => (
        <Fragment key={part}>
          @<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** One line of a `dl` of two columns; none where there is nothing to say. */
export function Fact({ name, value }: { name: string; value: ReactNode }) {
  if (!value) return null;
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        <bdi>{typeof value === 'string' ? <Breakable text={value} /> : value}</bdi>
      </dd>
    </>
  );
}

/** Parts of the panel. Those that most conversations do not need begin folded. */
const begins = {
  holds: true,
  details: true,
  tags: true,
  notes: true,
  shared: true,
  earlier: true,
  followers: true,
  related: true,
  properties: true,
  attributes: false,
  parameters: false,
  history: false,
};

interface PartProps {
  name: keyof typeof begins;
  title: string;
  /** Of what it holds, also while it is folded. */
  count?: number;
  children: ReactNode;
}

/** A part of the panel beside a conversation. Whether it is folded stays with the browser; what it shows is asked for when it is open. */
export function Part({ name, title, count, children }: PartProps) {
  const { contactParts } = useSyncExternalStore(onPreferences, preferences);
  const { number } = useFormats();
  const isOpen = contactParts?.[name] ?? begins[name];
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) setPreferences({ contactParts: { ...preferences().contactParts, [name]: open } });
      }}
      className="group/part border-t border-line"
    >
      <summary className="flex h-10 cursor-pointer items-center gap-1.5 px-4 -outline-offset-2 select-none hover:bg-hover">
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 text-ink-soft transition-transform group-open/part:rotate-90 rtl:-scale-x-100 rtl:group-open/part:scale-x-100"
        />
        <h3 className="min-w-0 truncate font-semibold">{title}</h3>
        {count !== undefined && count > 0 && <span className="text-small text-ink-soft">{number(count)}</span>}
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-2 px-4 pt-1 pb-4">
          <PanelBoundary>{children}</PanelBoundary>
        </div>
      )}
    </details>
  );
}
