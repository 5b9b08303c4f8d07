import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';

/** Loaded when the first menu is opened: no menu is needed to draw a page. */
const parts = () => import('./menu-parts.tsx');
const OpenMenu = lazy(async () => ({ default: (await parts()).OpenMenu }));

/** Only within a `Menu`. */
export const MenuItem = lazy(async () => ({ default: (await parts()).MenuItem }));
export const MenuChoice = lazy(async () => ({ default: (await parts()).MenuChoice }));
export const MenuCheck = lazy(async () => ({ default: (await parts()).MenuCheck }));
export const MenuLine = lazy(async () => ({ default: (await parts()).MenuLine }));

/** For an idle moment: the first menu opens at once then, also without a network. */
export function preloadMenus(): void {
  parts().catch(() => undefined);
}

interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
  align?: 'start' | 'end';
}

export function Menu({ trigger, children, align = 'start' }: MenuProps) {
  const [isLoaded, setLoaded] = useState(false);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // Without a network it stays closed, as the line at the top says.
    onClick: () =>
      void parts().then(
        () => setLoaded(true),
        () => undefined,
      ),
  });
  if (!isLoaded) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} align={align}>
        {children}
      </OpenMenu>
    </Suspense>
  );
}
