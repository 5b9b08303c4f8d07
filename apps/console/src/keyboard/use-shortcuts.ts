import { useEffect, useRef } from 'react';

import { preferences } from '../app/preferences.ts';
import { type Bindings, Shortcuts } from './shortcuts.ts';

/** Toasts are dialogs, too, but take no keys; what is still being loaded may. */
const covers =
  '[data-takes-keys], :is([role="dialog"], [role="alertdialog"]):not([aria-modal="false"]), [role="menu"], [role="listbox"]';

const shortcuts = new Shortcuts({
  isTextField: (target) =>
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)),
  isCovered: () => document.querySelector(covers) !== null,
  isOn: () => preferences().singleKeys,
  now: Date.now,
});

addEventListener('keydown', (event) => shortcuts.press(event));

/** Binds keys for as long as the component is shown; the newest closures are called. */
export function useShortcuts(bindings: Bindings): void {
  const newest = useRef(bindings);
  newest.current = bindings;
  const keys = Object.keys(bindings).join('\n');
  useEffect(
    () => shortcuts.bind(Object.fromEntries(keys.split('\n').map((key) => [key, () => newest.current[key]?.()]))),
    [keys],
  );
}
