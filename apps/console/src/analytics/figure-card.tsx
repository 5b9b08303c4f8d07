import type { Operation } from '@parley/sdk';
import { RotateCw } from 'lucide-react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { IconButton } from '../ui/button.tsx';
import { type Problem, RetryIn, Skeleton } from '../ui/states.tsx';
import { useCountdown } from '../ui/use-countdown.ts';
import { useFigureFormats } from './figure-formats.ts';
import { AsOf } from './figure-panel.tsx';
import { changeOf, ignoredFilters, type Scope, type Unit, type Value } from './figures.ts';
import { useAnalytics, useFigures } from './use-figures.ts';

/** One figure of the period, and how it differs from the period before. */
export function FigureCard<Params, Output>({
  title,
  operation,
  scope,
  unit,
  read,
}: {
  title: string;
  operation: Operation<Params, Output>;
  scope: Scope;
  unit: Unit;
  read: (answer: Output) => Value;
}) {
  const t = useTexts();
  const { before, filter } = useAnalytics();
  const now = useFigures(operation, { scope });
  const then = useFigures(operation, { scope, period: before });
  const ignored = ignoredFilters(filter, scope).map((name) => t(`analytics.filter.${name}`));
  return (
    <section aria-label={title} className="flex min-h-28 flex-col rounded-box border border-line px-4 py-3">
      <h2 className="text-ink-soft">{title}</h2>
      {now.error && !now.data ? (
        <RefusedFigure problem={problemOf(now.error, t)} onRetry={() => void now.refetch()} />
      ) : !now.data ? (
        <Skeleton className="mt-1 h-7 w-20" />
      ) : (
        <Compared unit={unit} value={read(now.data.data)} before={then.data && read(then.data.data)} />
      )}
      <div className="mt-auto flex flex-col pt-1">
        {ignored.length > 0 && (
          <p className="text-small text-ink-soft">{t('analytics.ignored', { names: ignored.join(', ') })}</p>
        )}
        {now.data && (
          <p className="-ms-1.5">
            <AsOf figures={now.data} />
          </p>
        )}
      </div>
    </section>
  );
}

function RefusedFigure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const t = useTexts();
  const left = useCountdown(problem.retryAfter, problem.cause, onRetry);
  return (
    <p role="alert" className="flex items-center gap-1 text-small text-bad">
      <span>
        {problem.msg} <RetryIn seconds={left} />
      </span>
      <IconButton label={t('state.retry')} onClick={onRetry}>
        <RotateCw size={14} aria-hidden />
      </IconButton>
    </p>
  );
}

function Compared({ unit, value, before }: { unit: Unit; value: Value; before: Value | undefined }) {
  const t = useTexts();
  const formats = useFigureFormats();
  const change = before === undefined ? undefined : changeOf(value, before);
  return (
    <>
      <p className="text-heading font-semibold tabular-nums">
        {value === null ? (
          <span title={t('analytics.none')}>{formats.figure(unit, value)}</span>
        ) : (
          <data value={value}>{formats.figure(unit, value)}</data>
        )}
      </p>
      {before !== undefined && (
        <p className="text-small text-ink-soft">
          {change !== undefined && <span className="font-semibold text-ink">{formats.change(change)} </span>}
          {t('analytics.before')}{' '}
          {before === null ? t('analytics.none') : <data value={before}>{formats.figure(unit, before)}</data>}
        </p>
      )}
    </>
  );
}
