import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

import { Empty, Failure } from '../ui/states.tsx';
import { problemOf } from './problem.ts';
import { useTexts } from './texts.tsx';

interface RecordFailureProps {
  error: Error;
  /** The code of the API for a record that does not exist. */
  missing: string;
  /** The way back, where nothing else on the screen is one. */
  back?: ReactNode;
  onRetry: () => void;
}

/** Why a record is not shown: the address names none, or the call failed. */
export function RecordFailure({ error, missing, back, onRetry }: RecordFailureProps) {
  const t = useTexts();
  const problem = problemOf(error, t);
  if (problem.code !== missing) return <Failure problem={problem} onRetry={onRetry} />;
  return (
    <Empty icon={<SearchX size={28} strokeWidth={1.5} />} title={t('state.notFound')} action={back}>
      {problem.msg}
    </Empty>
  );
}
