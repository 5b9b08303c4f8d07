import type { ReactNode } from 'react';

import { Progress } from '../ui/progress.tsx';

interface RunProgressProps {
  label: string;
  done: number;
  /** How much there is to do, once known. */
  total?: number | undefined;
  /** How far it is, in words. */
  children: ReactNode;
  /** How fast it is, or what it waits for. */
  pace?: ReactNode;
}

/** How far a long run is, as a bar and in words: imports, exports, erasures and replays look the same. */
export function RunProgress({ label, done, total, children, pace }: RunProgressProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <Progress label={label} value={done} max={total} />
      <div className="flex flex-wrap justify-between gap-x-4">
        <p role="status" className="text-ink-soft">
          {children}
        </p>
        {pace}
      </div>
    </div>
  );
}
