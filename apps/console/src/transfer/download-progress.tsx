import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
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
  const refused = typeof reason === 'object' ? reason.error : undefined;
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
          {reason === 'broken' && t('transfer.broken', { rows })}
          {reason === 'too_large' && t('transfer.tooLarge')}
        </p>
      )}
      {/* Browsers let only a click choose the file to write to: when the countdown has ended, the button is pressed again. */}
      <RefusedCall error={refused} onRetry={() => undefined} />
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
}
