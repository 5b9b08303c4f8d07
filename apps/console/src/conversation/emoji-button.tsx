import { Smile } from 'lucide-react';
import { type RefObject, useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { IconButton } from '../ui/button.tsx';
import { toast } from '../ui/toasts.tsx';
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
    try {
      const loaded = await import('./emoji-palette.tsx');
      setPalette(() => loaded.EmojiPalette);
    } catch {
      toast.add({ title: t('state.unreachable') });
    }
  }

  const button = (
    <IconButton label={t('composer.emoji')} onClick={() => void load()}>
      <Smile size={16} aria-hidden />
    </IconButton>
  );
  return Palette ? <Palette trigger={button} field={field} onPick={onPick} /> : button;
}
