import type { MacroView } from '@parley/sdk';
import { Zap } from 'lucide-react';
import type { RefObject } from 'react';

import { useActionWords } from '../action/action-choices.ts';
import type { Action } from '../action/actions.ts';
import { useTexts } from '../app/texts.tsx';
import { narrowed, Picker } from '../ui/picker.tsx';
import { inMenuOrder, isShownFor } from './macros.ts';
import { useMacros } from './use-macros.ts';

interface MacroPickerProps {
  onPick: (macro: MacroView) => void;
  onClose: () => void;
  /** Opens below this control, where it is in view. */
  anchor?: RefObject<HTMLElement | null>;
  /** Of the conversation; absent where there are several. */
  department?: string | undefined;
}

/** A macro, with what it does. */
export function MacroPicker({ onPick, onClose, anchor, ...of }: MacroPickerProps) {
  const t = useTexts();
  const wordsOf = useActionWords();
  const { macros, isPending } = useMacros();
  const lines = inMenuOrder(macros)
    .filter((macro) => !('department' in of) || isShownFor(macro, of.department))
    .map((macro) => ({
      key: macro._id,
      title: macro.digit ? t('macro.withDigit', { name: macro.name, digit: macro.digit }) : macro.name,
      text: macro.description || macro.actions.map((action) => wordsOf(action as Action)).join(' · '),
      icon: <Zap size={14} aria-hidden />,
      pick: () => onPick(macro),
    }));
  return (
    <Picker
      title={t('macro.run')}
      anchor={anchor}
      hint={t('macro.hint')}
      closeLabel={t('state.close')}
      options={(words) => narrowed(lines, words)}
      none={isPending ? '' : t(macros.length === 0 ? 'macro.none' : 'pick.none')}
      onClose={onClose}
    />
  );
}
