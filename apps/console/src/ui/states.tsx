import { Inbox, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { failures } from '../app/failures.ts';
import { useTexts } from '../app/texts.tsx';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { toast } from './toasts.tsx';
import { useCountdown } from './use-countdown.ts';

/** A real layout in grey, shown when loading takes longer than 200 ms. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`late-appearing rounded-box bg-hover ${className}`} />;
}

/** What would stand here, and the one action that fills it. */
export function Empty({
  title,
  children,
  action,
  icon,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="text-ink-soft" aria-hidden>
        {icon ?? <Inbox size={28} strokeWidth={1.5} />}
      </span>
      <p className="text-title font-semibold">{title}</p>
      {children && <p className="text-ink-soft">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** What the API says of a failure; the rest of the screen stays usable. */
export interface Problem {
  msg: string;
  code?: string;
  requestId?: string;
  /** An error of the page itself, for those who look into it. */
  fault?: string;
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
  /** The failure itself: another one starts the countdown again, with the same words and request id too. */
  cause?: unknown;
}

interface FailureProps {
  problem: Problem;
  onRetry?: () => void;
  /** In the place of a few lines, not of a screen. */
  small?: boolean;
}

/** What failed, and how to go on; where the API says when, it tries again by itself. */
export function Failure({ problem, onRetry, small = false }: FailureProps) {
  return (
    <div
      role="alert"
      className={classes(
        'flex flex-col',
        small ? 'items-start gap-1' : 'mx-auto max-w-md items-center gap-2 px-6 py-10 text-center',
      )}
    >
      {!small && <TriangleAlert size={28} strokeWidth={1.5} className="text-bad" aria-hidden />}
      <p className={small ? 'text-bad' : 'text-title font-semibold'}>{problem.msg}</p>
      <ProblemDetails problem={problem} />
      <NextTry problem={problem} onRetry={onRetry} small={small} />
    </div>
  );
}

interface NextTryProps {
  problem: Problem;
  /** None where it cannot be tried from here. */
  onRetry: (() => void) | undefined;
  pending?: boolean;
  small: boolean;
}

/** When another try makes sense, and the button for it. Where the API says when, the try is made then. */
export function NextTry({ problem: { retryAfter, cause }, onRetry, pending = false, small }: NextTryProps) {
  const t = useTexts();
  const left = useCountdown(retryAfter, cause, onRetry);
  return (
    <>
      <RetryIn seconds={left} />
      {onRetry && (
        <Button small={small} pending={pending} onClick={onRetry}>
          <RotateCw size={14} aria-hidden />
          {t('state.retry')}
        </Button>
      )}
    </>
  );
}

/** Counts down to the next try. Screen readers say it with the failure that it belongs to, and not each second. */
export function RetryIn({ seconds }: { seconds: number }) {
  const t = useTexts();
  if (seconds === 0) return null;
  return <span role="timer">{t('state.retryIn', { count: seconds })}</span>;
}

interface RefusalProps {
  /** Where those who look into it need them: it was not refused for what was asked. */
  details?: Problem | undefined;
  children: ReactNode;
}

/** Why something was refused, beside what was tried. */
export function Refusal({ details, children }: RefusalProps) {
  return (
    <div role="alert" className="rounded-box bg-bad-soft px-3 py-2 text-bad">
      <p>{children}</p>
      {details && <ProblemDetails problem={details} />}
    </div>
  );
}

/** Code and request id, or the page's own error, to be copied for those who look into it. */
export function ProblemDetails({ problem: { code, requestId, fault } }: { problem: Problem }) {
  const t = useTexts();
  const details = [code, requestId, fault].filter(Boolean).join(' · ');

  async function copy() {
    await navigator.clipboard.writeText(details);
    toast.add({ title: t('state.copied') });
  }

  if (!details) return null;
  return (
    <p className="text-small text-ink-soft">
      <code className="font-mono wrap-anywhere">{details}</code>{' '}
      <Button look="quiet" small onClick={() => failures.run('copy', copy)}>
        {t('state.copy')}
      </Button>
    </p>
  );
}
