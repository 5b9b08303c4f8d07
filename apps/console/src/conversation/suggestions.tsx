import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';

import { type ListboxOption, useListbox } from '../ui/listbox.tsx';

/**
 * A list over the composer while something is being typed that it completes; Escape closes it until something else is asked for.
 * @param options undefined while nothing is asked for
 */
export function useSuggestions(options: readonly ListboxOption[] | undefined, label: string, none: string) {
  const [dismissed, setDismissed] = useState(false);
  const isOpen = options !== undefined && !dismissed;
  const listbox = useListbox(isOpen ? options : [], label);
  useEffect(() => {
    if (!options) setDismissed(false);
  }, [options]);

  function press(event: KeyboardEvent): boolean {
    if (!isOpen) return false;
    if (event.key !== 'Escape') return listbox.press(event);
    setDismissed(true);
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  const list: ReactNode = isOpen && (
    <div className="absolute inset-x-4 bottom-full z-10 max-h-64 overflow-y-auto rounded-box border border-line bg-paper py-1 shadow-float">
      {listbox.list ?? (
        <p role="status" className="px-3 py-1.5 text-ink-soft">
          {none}
        </p>
      )}
    </div>
  );
  return { press, list, field: listbox.field };
}
