import { type ReactNode, useEffect, useRef } from 'react';

/** A screen beside the inbox: its title, what can be done with the whole of it, and what it shows, which scrolls by itself. */
export function Page({
  title,
  actions,
  tabs,
  rail,
  children,
}: {
  title: string;
  actions?: ReactNode;
  /** A row of `TabLink`. */
  tabs?: ReactNode;
  /** Beside what the screen shows: the ways between its parts, which scroll by themselves. */
  rail?: ReactNode;
  children: ReactNode;
}) {
  const nav = useRef<HTMLElement>(null);
  const open = useRef<Element>(null);
  // Where there is no room for all tabs, the open one is in view; from there on the person scrolls.
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]') ?? null;
    if (current === open.current) return;
    open.current = current;
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="border-b border-line px-4 pt-3 md:px-6">
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 pb-3">
          <h1 className="text-heading font-semibold">
            <bdi>{title}</bdi>
          </h1>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {tabs && (
          <nav ref={nav} className="-mb-px flex gap-2 overflow-x-auto">
            {tabs}
          </nav>
        )}
      </header>
      <div className="flex min-h-0 flex-1">
        {rail}
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto px-4 py-4 md:px-6">{children}</div>
      </div>
    </div>
  );
}

/** The look of a link to a part of a screen; give it to the `Link` of the router, which marks the present one by `aria-current`. */
export const tabLook =
  '-outline-offset-2 border-b-2 border-transparent px-1 pt-1 pb-2 font-semibold whitespace-nowrap text-ink-soft hover:text-ink aria-[current]:border-accent aria-[current]:text-ink';

/** A group of settings with its own title, in a box. */
export function Section({ title, children, help }: { title: string; children: ReactNode; help?: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6 max-w-3xl rounded-box border border-line bg-paper">
      <header className="border-b border-line px-4 py-2.5">
        <h2 className="text-title font-semibold">
          <bdi>{title}</bdi>
        </h2>
        {help && <p className="text-ink-soft">{help}</p>}
      </header>
      <div className="flex flex-col gap-4 p-4">{children}</div>
    </section>
  );
}
