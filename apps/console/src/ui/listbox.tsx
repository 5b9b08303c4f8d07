import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';

import { classes } from './classes.ts';

/** One line to choose. */
export interface ListboxOption {
  key: string;
  title: string;
  text?: string | undefined;
  icon?: ReactNode;
  /** Why it cannot be chosen now. */
  refusal?: string | undefined;
  /** It is what holds now. */
  isCurrent?: boolean;
  pick: () => void;
}

interface Listbox {
  /** Takes the key where it is one of the list's. @returns whether it did */
  press: (event: KeyboardEvent) => boolean;
  /** For the text field that has the focus: says for screen readers which line is active. */
  field: { 'aria-controls'?: string; 'aria-activedescendant'?: string };
  list: ReactNode;
}

/**
 * A list that is moved through from a text field: arrows choose, Enter and Tab take.
 * @param className of the list, which scrolls itself where it is long: screen readers know it as what the field controls
 */
export function useListbox(options: readonly ListboxOption[], label: string, className = ''): Listbox {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const keys = options.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines, from their first one on.
  useEffect(() => setChosen(0), [keys]);
  const count = options.length;
  const active = Math.min(chosen, Math.max(0, count - 1));
  if (count === 0) return { press: () => false, field: {}, list: null };

  function take({ refusal, pick }: ListboxOption) {
    if (refusal === undefined) pick();
  }

  function press(event: KeyboardEvent): boolean {
    const option = options[active];
    if (event.key === 'ArrowDown') setChosen((active + 1) % count);
    else if (event.key === 'ArrowUp') setChosen((active + count - 1) % count);
    else if (((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') && option) take(option);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  const list = (
    <div role="listbox" id={id} aria-label={label} className={className}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field.
        <div
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          aria-current={option.isCurrent || undefined}
          aria-disabled={option.refusal !== undefined || undefined}
          ref={index === active ? scrollIntoView : undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(option)}
          className={classes(
            'flex min-h-8 cursor-pointer items-center gap-2 px-3 py-1 text-start hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
            index === active && 'bg-hover',
          )}
        >
          {option.icon && <span className="flex size-4 shrink-0 items-center text-ink-soft">{option.icon}</span>}
          <span className="min-w-0 flex-1">
            <bdi className="block truncate">{option.title}</bdi>
            {(option.refusal ?? option.text) && (
              <bdi className="line-clamp-2 text-small text-ink-soft">{option.refusal ?? option.text}</bdi>
            )}
          </span>
          {option.isCurrent && <Check size={14} aria-hidden className="shrink-0 text-accent" />}
        </div>
      ))}
    </div>
  );
  return { press, list, field: { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` } };
}

function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}
