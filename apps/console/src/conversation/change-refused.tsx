import { X } from 'lucide-react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { IconButton } from '../ui/button.tsx';
import { NextTry, ProblemDetails } from '../ui/states.tsx';

interface ChangeRefusedProps {
  refusal: unknown;
  onDismiss: () => void;
  /** Where another try may succeed. */
  onRetry: (() => void) | undefined;
}

/** Why a change of the conversation was refused. */
export function ChangeRefused({ refusal, onDismiss, onRetry }: ChangeRefusedProps) {
  const t = useTexts();
  const problem = problemOf(refusal, t);
  return (
    <div role="alert" className="mx-3 mb-2 flex items-center gap-2 rounded-box bg-bad-soft py-1 ps-3 pe-1 text-bad">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        {problem.msg}
        <ProblemDetails problem={problem} />
        <NextTry problem={problem} onRetry={onRetry} small />
      </span>
      <IconButton label={t('state.close')} onClick={onDismiss}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
