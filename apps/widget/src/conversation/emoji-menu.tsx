import { useState } from 'preact/hooks';

import { usePanel } from '../panel/state-context.ts';
import { Icon } from '../ui/icon.tsx';

const emoji = Array.from('😀😂🙂😉😍🤔😢😡👍👎👏🙏👋💪❤️🎉✅❌⭐🔥📦🚚💳📷'.replaceAll('\uFE0F', ''));

/** A small palette: phone keyboards have all the others. */
export function EmojiMenu({ onPick, isOff }: { onPick: (emoji: string) => void; isOff: boolean }) {
  const { texts } = usePanel();
  const [isOpen, setOpen] = useState(false);
  return (
    <span class="menu-frame">
      <button
        type="button"
        class="quiet"
        disabled={isOff}
        aria-label={texts.text('EMOJI')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="emoji" />
      </button>
      {isOpen && (
        <span
          class="menu emoji"
          role="group"
          aria-label={texts.text('EMOJI')}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setOpen(false);
          }}
        >
          {emoji.map((one) => (
            <button
              type="button"
              key={one}
              onClick={() => {
                setOpen(false);
                onPick(one);
              }}
            >
              {one}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
