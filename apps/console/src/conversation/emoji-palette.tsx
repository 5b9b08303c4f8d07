import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, type ReactElement, type RefObject, useRef, useState, useSyncExternalStore } from 'react';

import { onPreferences, preferences, setPreferences } from '../app/preferences.ts';
import { useTexts } from '../app/texts.tsx';

const columns = 8;
const emojis = [
  ...['🙂', '😀', '😄', '😅', '😂', '😉', '😊', '😍', '😎', '🤔', '😐', '😕', '🙁', '😢', '😮', '😳'],
  ...['👍', '👎', '👏', '🙏', '👋', '🤝', '💪', '✌️', '👌', '🤞', '👀', '🙌', '🤷', '🤦', '🧑‍💻', '🧑‍🔧'],
  ...['❤️', '💚', '💙', '⭐', '✨', '🎉', '🎁', '🔥', '✅', '❌', '⚠️', '❓', '❗', '💡', '🔒', '🔑'],
  ...['📦', '🚚', '🏠', '🛒', '💳', '🧾', '💶', '📅', '⏰', '📎', '📷', '📧', '📞', '🔧', '🔍', '🔗'],
];

interface EmojiPaletteProps {
  trigger: ReactElement<Record<string, unknown>>;
  field: RefObject<HTMLElement | null>;
  onPick: (emoji: string) => void;
}

/** Begins open. The first row has the most recent ones; screen readers say each by its own name. */
export function EmojiPalette({ trigger, field, onPick }: EmojiPaletteProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(true);
  const grid = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const { recentEmojis = [] } = useSyncExternalStore(onPreferences, preferences);
  // Stands still while it is open.
  const [recent, setRecent] = useState(recentEmojis);
  const shown = [...recent, ...emojis.filter((emoji) => !recent.includes(emoji))];

  function open(opens: boolean) {
    if (opens) setRecent(recentEmojis);
    setOpen(opens);
  }

  function pick(emoji: string) {
    setPreferences({ recentEmojis: [emoji, ...recentEmojis.filter((one) => one !== emoji)].slice(0, columns) });
    setOpen(false);
    onPick(emoji);
  }

  function move(event: KeyboardEvent) {
    const isMirrored = document.documentElement.dir === 'rtl';
    const right = isMirrored ? -1 : 1;
    const steps: Record<string, number> = {
      ArrowRight: right,
      ArrowLeft: -right,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -emojis.length,
      End: emojis.length,
    };
    const step = steps[event.key];
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus();
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={open}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" side="top" className="z-40">
          <Popover.Popup
            aria-label={t('composer.emoji')}
            initialFocus={first}
            finalFocus={field}
            className="rounded-box border border-line bg-paper p-2 shadow-float outline-none"
          >
            <div
              ref={grid}
              role="toolbar"
              aria-label={t('composer.emoji')}
              className="grid grid-cols-8"
              onKeyDown={move}
            >
              {shown.map((emoji, index) => (
                <button
                  key={emoji}
                  ref={index === 0 ? first : undefined}
                  type="button"
                  tabIndex={index === 0 ? 0 : -1}
                  onClick={() => pick(emoji)}
                  className="size-8 rounded-box text-title hover:bg-hover"
                >
                  {emoji}
                </button>
              ))}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
