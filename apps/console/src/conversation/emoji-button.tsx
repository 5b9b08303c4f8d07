import { Smile } from 'lucide-react';
import { lazy, type RefObject, Suspense, useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { IconButton } from '../ui/button.tsx';

const Palette = lazy(async () => ({ default: (await import('./emoji-palette.tsx')).EmojiPalette }));

interface EmojiButtonProps {
  onPick: (emoji: string) => void;
  /** Has the focus again when the palette is closed. */
  field: RefObject<HTMLElement | null>;
}

/** Opens the palette, which is loaded when it is first asked for. */
export function EmojiButton({ onPick, field }: EmojiButtonProps) {
  const t = useTexts();
  const [isAsked, setAsked] = useState(false);
  const button = (
    <IconButton label={t('composer.emoji')} onClick={() => setAsked(true)}>
      <Smile size={16} aria-hidden />
    </IconButton>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <Palette trigger={button} field={field} onPick={onPick} />
    </Suspense>
  );
}
