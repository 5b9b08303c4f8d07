import type { ReactNode } from 'react';

/** A page of one small box, before anyone has signed in. @param brand whose page it is */
export function EntrancePage({
  title,
  children,
  links,
  brand = 'Parley',
}: {
  title: string;
  children: ReactNode;
  links?: ReactNode;
  brand?: string;
}) {
  return (
    <main className="grid min-h-dvh place-items-center bg-raised p-4">
      <div className="w-full max-w-sm rounded-box border border-line bg-paper p-6">
        <p className="mb-1 font-semibold text-accent" dir="auto">
          {brand}
        </p>
        <h1 className="mb-4 text-heading font-semibold" dir="auto">
          {title}
        </h1>
        {children}
        {links && <nav className="mt-4 flex flex-wrap justify-between gap-2 border-t border-line pt-4">{links}</nav>}
      </div>
    </main>
  );
}

/** The look of a link in a text. */
export const linkLook = 'text-accent underline underline-offset-2';
