import type { Operation } from '@parley/sdk';
import { Check, RotateCw, TrendingDown, TrendingUp, X } from 'lucide-react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { type Problem, RetryIn, Skeleton } from '../ui/states.tsx';
import { useCountdown } from '../ui/use-countdown.ts';
import { useFigureFormats } from './figure-formats.ts';
import { changeOf, daysWithin, ignoredFilters, type Scope, type Unit, type Value } from './figures.ts';
import type { Period } from './period.ts';
import { Sparkline } from './sparkline.tsx';
import { isWithin, type TargetName } from './targets.ts';
import { useAnalytics, useFigures } from './use-figures.ts';
import { useTargets } from './use-targets.ts';

interface FigureCardProps<Params, Output, DayParams, Day> {
  title: string;
  operation: Operation<Params, Output>;
  scope: Scope;
  unit: Unit;
  read: (answer: Output) => Value;
  /** The same day by day. */
  trend: {
    operation: Operation<DayParams, readonly Day[]>;
    scope: Scope;
    valuesOf: (period: Period, rows: readonly Day[]) => Value[];
  };
  /** Whether more of it is good news; what says nothing is neither. */
  better?: 'more' | 'less';
  target?: TargetName;
}

/** One figure of the period: its course, how it differs from the period before, and whether it keeps to its target. */
export function FigureCard<Params, Output, DayParams, Day>(props: FigureCardProps<Params, Output, DayParams, Day>) {
  const { title, operation, scope, unit, read, trend, better, target } = props;
  const t = useTexts();
  const { before, filter, period } = useAnalytics();
  const now = useFigures(operation, { scope });
  const then = useFigures(operation, { scope, period: before });
  const days = useFigures(trend.operation, { scope: trend.scope });
  const values = days.data && trend.valuesOf(period, days.data.data);
  const ignored = ignoredFilters(filter, scope).map((name) => t(`analytics.filter.${name}`));
  return (
    <section aria-label={title} className="flex min-h-36 flex-col gap-1 rounded-box border border-line px-4 py-3">
      <h2 className="text-ink-soft">{title}</h2>
      {now.error && !now.data ? (
        <RefusedFigure problem={problemOf(now.error, t)} onRetry={() => void now.refetch()} />
      ) : !now.data ? (
        <Skeleton className="mt-1 h-7 w-20" />
      ) : (
        <>
          <Compared {...{ unit, better }} value={read(now.data.data)} before={then.data && read(then.data.data)} />
          {target && <Target name={target} value={read(now.data.data)} days={values} />}
        </>
      )}
      {ignored.length > 0 && (
        <p className="text-small text-ink-soft">{t('analytics.ignored', { names: ignored.join(', ') })}</p>
      )}
      <div className="mt-auto h-8">{values && <Sparkline values={values} unit={unit} />}</div>
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

interface ComparedProps {
  unit: Unit;
  better: 'more' | 'less' | undefined;
  value: Value;
  before: Value | undefined;
}

function Compared({ unit, better, value, before }: ComparedProps) {
  const t = useTexts();
  const formats = useFigureFormats();
  const change = before === undefined ? undefined : changeOf(value, before);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-heading font-semibold tabular-nums">
        {value === null ? (
          <span title={t('analytics.none')}>{formats.figure(unit, value)}</span>
        ) : (
          <data value={value}>{formats.figure(unit, value)}</data>
        )}
        {change !== undefined && <Change change={change} better={better} />}
      </p>
      {before !== undefined && (
        <p className="text-small text-ink-soft">
          {t('analytics.before')}{' '}
          {before === null ? t('analytics.none') : <data value={before}>{formats.figure(unit, before)}</data>}
        </p>
      )}
    </>
  );
}

/** Less than this is no news. */
const noticeable = 0.005;

/** By arrow and word, so that nothing depends on the colour. */
function Change({ change, better }: { change: number; better: 'more' | 'less' | undefined }) {
  const t = useTexts();
  const formats = useFigureFormats();
  const isMore = change > 0;
  const isSame = Math.abs(change) < noticeable;
  const isBetter = better && !isSame ? isMore === (better === 'more') : undefined;
  const Arrow = isMore ? TrendingUp : TrendingDown;
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 text-small',
        isBetter === undefined ? 'text-ink-soft' : isBetter ? 'text-good' : 'text-bad',
      )}
    >
      {!isSame && <Arrow size={14} aria-hidden className="rtl:-scale-x-100" />}
      <span>{formats.change(change)}</span>
      {isBetter !== undefined && <span>{t(isBetter ? 'analytics.better' : 'analytics.worse')}</span>}
    </span>
  );
}

/** What the team wants to reach, and on how many days it did. */
function Target({ name, value, days }: { name: TargetName; value: Value; days: readonly Value[] | undefined }) {
  const t = useTexts();
  const { figure } = useFigureFormats();
  const target = useTargets()[name];
  const isMet = isWithin(name, value, target);
  if (target === undefined) return null;
  const within = days && daysWithin(days, (one) => isWithin(name, one, target) === true);
  const unit = name === 'satisfaction' ? 'points' : 'duration';
  return (
    <p className="text-small">
      <span className="inline-flex items-center gap-1">
        {isMet === true && <Check size={14} aria-hidden className="text-good" />}
        {isMet === false && <X size={14} aria-hidden className="text-bad" />}
        {t(isMet === undefined ? 'analytics.target' : isMet ? 'analytics.targetMet' : 'analytics.targetMissed', {
          value: figure(unit, target),
        })}
      </span>{' '}
      {within && within.days > 0 && (
        <span className="text-ink-soft">{t('analytics.targetDays', { met: within.met, count: within.days })}</span>
      )}
    </p>
  );
}
