import { useLocation } from '@tanstack/react-router';
import { TriangleAlert, X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';

import { IconButton } from '../ui/button.tsx';
import { NextTry, type Problem, ProblemDetails } from '../ui/states.tsx';
import { failures } from './failures.ts';
import { mayPass, problemOf } from './problem.ts';
import { useTexts } from './texts.tsx';

/** Why what was tried has failed, where no place of the screen says it. */
export function FailureBar() {
  const t = useTexts();
  const shown = useSyncExternalStore(failures.subscribe, failures.shown);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed in one place is not taken to another.
  useEffect(() => () => failures.clearAll(), [pathname]);
  if (shown.length === 0) return null;
  return (
    <div className="max-h-[40vh] shrink-0 overflow-y-auto">
      {shown.map(({ action, error, repeat, isPending = false }) => (
        <FailureLine
          key={action}
          problem={problemOf(error, t)}
          onRetry={repeat && mayPass(error) ? () => failures.repeat(action) : undefined}
          pending={isPending}
          onClose={() => failures.clear(action)}
        />
      ))}
    </div>
  );
}

interface FailureLineProps {
  problem: Problem;
  /** Does once more what failed. */
  onRetry?: (() => void) | undefined;
  pending?: boolean;
  onClose: () => void;
}

export function FailureLine({ problem, onRetry, pending = false, onClose }: FailureLineProps) {
  const t = useTexts();
  return (
    <div role="alert" className="flex items-start gap-3 border-b border-line bg-bad-soft py-1.5 ps-4 pe-2 text-bad">
      <TriangleAlert size={16} className="mt-1.5 shrink-0" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 self-center">
        <p className="wrap-anywhere">{problem.msg}</p>
        <ProblemDetails problem={problem} />
        <NextTry problem={problem} onRetry={onRetry} pending={pending} small />
      </div>
      <IconButton label={t('state.close')} onClick={onClose}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
