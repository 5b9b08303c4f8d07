import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';

import { classes } from '../ui/classes.ts';

/** One line of a list over the composer. */
export interface Suggestion {
  key: string;
  title: string;
  text?: string;
  pick: () => void;
}

interface Suggestions {
  /** Takes the key when the list is open. @returns whether it did */
  press: (event: KeyboardEvent) => boolean;
  /** Says for screen readers which line is active. */
  field: { 'aria-controls'?: string; 'aria-activedescendant'?: string };
  list: ReactNode;
}

/**
 * A list over the composer while something is being typed that it completes: arrows choose, Enter and Tab take, Escape closes.
 * @param suggestions undefined while nothing is asked for
 */
export function useSuggestions(
  suggestions: readonly Suggestion[] | undefined,
  label: string,
  none: string,
): Suggestions {
  const id = useId();
  const [active, setActive] = useState(0);
  const [dismissed, setDismissed] = useState(false);
  const isAsked = suggestions !== undefined;
  const keys = suggestions?.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines, from their first one on.
  useEffect(() => setActive(0), [keys]);
  useEffect(() => {
    if (!isAsked) setDismissed(false);
  }, [isAsked]);
  if (!suggestions || dismissed) return { press: () => false, field: {}, list: null };

  function press(event: KeyboardEvent): boolean {
    const count = suggestions?.length ?? 0;
    if (event.key === 'Escape') setDismissed(true);
    else if (count === 0) return false;
    else if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive((active + count - 1) % count);
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') suggestions?.[active]?.pick();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  const list = (
    <div className="absolute inset-x-4 bottom-full z-10 max-h-64 overflow-y-auto rounded-box border border-line bg-paper py-1 shadow-float">
      {suggestions.length === 0 ? (
        <p role="status" className="px-3 py-1.5 text-ink-soft">
          {none}
        </p>
      ) : (
        <div role="listbox" id={id} aria-label={label}>
          {suggestions.map(({ key, title, text, pick }, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field.
            <div
              key={key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              ref={index === active ? scrollIntoView : undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={pick}
              className={classes(
                'cursor-pointer px-3 py-1.5 text-start hover:bg-hover',
                index === active && 'bg-hover',
              )}
            >
              <bdi className="font-semibold">{title}</bdi>
              {text && <bdi className="line-clamp-2 text-small text-ink-soft">{text}</bdi>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
  const isFilled = suggestions.length > 0;
  return { press, list, field: isFilled ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` } : {} };
}

function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}
