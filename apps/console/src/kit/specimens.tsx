import type { ReactNode } from 'react';

/** A part of the page. */
export function KitPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-label={title} className="mb-6 flex flex-col gap-5">
      <h2 className="border-b border-line text-heading font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** Things of one kind beside each other. */
export function Specimens({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold text-ink-soft">{title}</h3>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </div>
  );
}

/** As wide as a column of a form, where there is room. */
export function Column({ children }: { children: ReactNode }) {
  return <div className="flex w-full max-w-sm flex-col gap-4">{children}</div>;
}
