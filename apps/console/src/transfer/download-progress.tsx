import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { RunProgress } from './run-progress.tsx';
import type { DownloadState } from './use-download.ts';

interface DownloadProgressProps {
  state: DownloadState;
  /** Rows that are expected, once known. */
  count?: number | undefined;
  startLabel: string;
  onStart: () => void;
  onStop: () => void;
}

/** How far a download is, or how it ended, and what can be done. */
export function DownloadProgress({ state, count, startLabel, onStart, onStop }: DownloadProgressProps) {
  const t = useTexts();
  const { status, rows, reason } = state;
  const isRunning = status === 'running';
  return (
    <div className="flex flex-col gap-3">
      {isRunning ? (
        <RunProgress label={startLabel} done={rows} total={count}>
          {count === undefined ? t('transfer.rows', { rows }) : t('transfer.rowsOf', { rows, count })}
        </RunProgress>
      ) : (
        <p role="status" className={status === 'failed' ? 'text-bad' : 'text-ink-soft'}>
          {status === 'done' && t('transfer.done', { rows })}
          {status === 'stopped' && t('transfer.stopped', { rows })}
          {status === 'failed' && words()}
        </p>
      )}
      <div className="flex justify-end">
        {isRunning ? (
          <Button onClick={onStop}>{t('transfer.stop')}</Button>
        ) : (
          <Button look="primary" onClick={onStart}>
            {status === 'idle' ? startLabel : t('transfer.again')}
          </Button>
        )}
      </div>
    </div>
  );

  function words(): string {
    if (reason === 'broken') return t('transfer.broken', { rows });
    if (reason === 'too_large') return t('transfer.tooLarge');
    return problemOf(reason?.error, t).msg;
  }
}
