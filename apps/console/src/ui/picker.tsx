import { Popover } from '@base-ui/react/popover';
import { Search } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';

import { classes } from './classes.ts';
import { Dialog } from './dialog.tsx';
import { inputLook } from './field.tsx';
import { type ListboxOption, useListbox } from './listbox.tsx';

interface PickerProps {
  title: string;
  /** Name and placeholder of the field. */
  hint: string;
  closeLabel: string;
  /** What fits the words, best first. */
  options: (words: string) => readonly ListboxOption[];
  /** Said where nothing fits. */
  none: string;
  onClose: () => void;
  /** Follows what is typed, where options come from the API. */
  onWords?: (words: string) => void;
  footer?: ReactNode;
  /** The control whose value is chosen: the list opens below it. Without one in view, it is a dialog. */
  anchor?: RefObject<HTMLElement | null> | undefined;
}

/** One field and the list that it narrows; closes itself when a line is taken. */
export function Picker({ title, hint, closeLabel, options, none, onClose, onWords, footer, anchor }: PickerProps) {
  const [words, setWords] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const lines = options(words.trim()).map((option) => ({
    ...option,
    pick: () => {
      onClose();
      option.pick();
    },
  }));
  const { press, field, list } = useListbox(lines, title, 'max-h-80 overflow-y-auto');
  return (
    <Anchored title={title} closeLabel={closeLabel} anchor={anchor} initialFocus={input} onClose={onClose}>
      {(isAnchored) => (
        <>
          <div className="relative">
            <Search size={14} aria-hidden className="absolute start-2.5 top-2.5 text-ink-soft" />
            <input
              ref={input}
              type="text"
              role="combobox"
              aria-expanded={lines.length > 0}
              aria-label={hint}
              placeholder={hint}
              maxLength={200}
              value={words}
              {...field}
              onChange={({ target }) => {
                setWords(target.value);
                onWords?.(target.value.trim());
              }}
              onKeyDown={(event) => !event.nativeEvent.isComposing && press(event)}
              className={classes(inputLook, 'h-8.5 ps-8')}
            />
          </div>
          <div className={isAnchored ? '-mx-2 mt-2' : '-mx-5 mt-3 -mb-2'}>
            {list ?? (
              <p role="status" className={classes('py-2 text-ink-soft', isAnchored ? 'px-3' : 'px-5')}>
                {none}
              </p>
            )}
          </div>
          {footer}
        </>
      )}
    </Anchored>
  );
}

/** Options whose title holds the words, those that begin with them first. */
export function narrowed<Option extends { title: string }>(options: readonly Option[], words: string): Option[] {
  const wanted = words.toLocaleLowerCase();
  const places = options.map((option) => ({ option, at: option.title.toLocaleLowerCase().indexOf(wanted) }));
  const found = places.filter(({ at }) => at >= 0).sort((a, b) => Number(a.at > 0) - Number(b.at > 0));
  return found.slice(0, most).map(({ option }) => option);
}

/** Lines drawn at most; words narrow further. */
const most = 50;

interface AnchoredProps {
  title: string;
  closeLabel: string;
  /** The control that it belongs to: it opens below. Without one in view, it is a dialog. */
  anchor?: RefObject<HTMLElement | null> | undefined;
  initialFocus?: RefObject<HTMLElement | null>;
  onClose: () => void;
  wide?: boolean;
  children: (isAnchored: boolean) => ReactNode;
}

/** What a control opens: below it, or as a dialog. */
export function Anchored({ title, closeLabel, anchor, initialFocus, onClose, wide, children }: AnchoredProps) {
  const [isAnchored] = useState(() => anchor?.current?.checkVisibility() === true);
  const focus = initialFocus && { initialFocus };
  if (!isAnchored)
    return (
      <Dialog open onClose={onClose} title={title} closeLabel={closeLabel} high {...focus}>
        {children(false)}
      </Dialog>
    );
  return (
    <Popover.Root
      open
      // A press on the control is the control's: it closes by itself.
      onOpenChange={(next, { event: { target } }) => {
        if (!next && !(target instanceof Node && anchor?.current?.contains(target))) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={4} align="start" collisionPadding={8} className="z-40">
          <Popover.Popup
            aria-label={title}
            {...focus}
            className={`${wide ? 'w-96' : 'w-72'} max-h-(--available-height) max-w-(--available-width) overflow-y-auto rounded-box border border-line bg-paper p-2 text-base text-ink shadow-float outline-none`}
          >
            {children(true)}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
