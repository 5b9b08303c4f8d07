import { Smile } from 'lucide-react';
import { type RefObject, useState } from 'react';

import { failures } from '../app/failures.ts';
import { notLoaded } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { IconButton } from '../ui/button.tsx';
import type { EmojiPalette } from './emoji-palette.tsx';

interface EmojiButtonProps {
  onPick: (emoji: string) => void;
  /** Has the focus again when the palette is closed. */
  field: RefObject<HTMLElement | null>;
}

/** Opens the palette, which is loaded when it is first asked for. */
export function EmojiButton({ onPick, field }: EmojiButtonProps) {
  const t = useTexts();
  const [Palette, setPalette] = useState<typeof EmojiPalette>();

  async function load() {
    const loaded = await import('./emoji-palette.tsx').catch((error: unknown) => {
      throw notLoaded(error);
    });
    setPalette(() => loaded.EmojiPalette);
  }

  const button = (
    <IconButton label={t('composer.emoji')} onClick={() => failures.run('part', load)}>
      <Smile size={16} aria-hidden />
    </IconButton>
  );
  return Palette ? <Palette trigger={button} field={field} onPick={onPick} /> : button;
}
