import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failure } from '../ui/states.tsx';
import { problemOf } from './problem.ts';
import { useTexts } from './texts.tsx';

/** A part of a screen that fails by itself: what stands beside it stays usable. */
export function PanelBoundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'panel'} errorComponent={FailedPanel}>
      {children}
    </CatchBoundary>
  );
}

function FailedPanel({ error, reset }: { error: unknown; reset: () => void }) {
  return <Failure problem={problemOf(error, useTexts())} onRetry={reset} />;
}
