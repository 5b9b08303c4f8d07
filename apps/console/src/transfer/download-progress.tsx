import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';
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
      {isRunning && <Progress label={startLabel} value={rows} max={count} />}
      <div role="status" className={status === 'failed' ? 'text-bad' : 'text-ink-soft'}>
        {isRunning &&
          (count === undefined ? t('contacts.export.rows', { rows }) : t('contacts.export.rowsOf', { rows, count }))}
        {status === 'done' && t('contacts.export.done', { rows })}
        {status === 'stopped' && t('contacts.export.stopped', { rows })}
        {status === 'failed' && words()}
      </div>
      <div className="flex justify-end">
        {isRunning ? (
          <Button onClick={onStop}>{t('contacts.export.stop')}</Button>
        ) : (
          <Button look="primary" onClick={onStart}>
            {status === 'idle' ? startLabel : t('contacts.export.again')}
          </Button>
        )}
      </div>
    </div>
  );

  function words(): string {
    if (reason === 'broken') return t('contacts.export.broken', { rows });
    if (reason === 'too_large') return t('contacts.export.tooLarge');
    return problemOf(reason?.error, t).msg;
  }
}
