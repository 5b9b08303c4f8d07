import type { MacroView } from '@parley/sdk';
import { type RefObject, useEffect, useState } from 'react';

import { MacroPicker } from './macro-picker.tsx';
import { MacroPreview } from './macro-preview.tsx';
import { inMenuOrder, isShownFor } from './macros.ts';
import { useMacros } from './use-macros.ts';

interface MacroMenuProps {
  requestId: string;
  department: string | undefined;
  /** The digit that was pressed instead of the menu's key. */
  digit: number | undefined;
  /** Runs it, and answers with the changed conversation. */
  onRun: (macro: MacroView) => Promise<unknown>;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null>;
}

/** Macros for a conversation: one is chosen, previewed, then run. */
export function MacroMenu({ requestId, department, digit, onRun, onClose, anchor }: MacroMenuProps) {
  const { macros, isPending } = useMacros();
  const [picked, setPicked] = useState<MacroView>();
  const [isOpen, setOpen] = useState(true);
  const named = inMenuOrder(macros).find((one) => one.digit === digit && isShownFor(one, department));
  const macro = picked ?? (digit === undefined ? undefined : named);
  const isOver = !isOpen && !macro;
  // The picker closes itself before it says what was picked.
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  if (macro) return <MacroPreview requestId={requestId} macro={macro} onRun={onRun} onClose={onClose} />;
  if (!isOpen || (digit !== undefined && isPending)) return null;
  return <MacroPicker anchor={anchor} department={department} onPick={setPicked} onClose={() => setOpen(false)} />;
}
