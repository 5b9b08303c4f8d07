import { type KeyboardEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type UPlot from 'uplot';

import { timeOfDay } from '../app/address.ts';
import { onPreferences, preferences } from '../app/preferences.ts';
import { useTexts } from '../app/texts.tsx';
import { useMedia } from '../ui/use-media.ts';
import { chartHeight, type Drawing, dashes, draw, targetDash } from './chart-drawing.ts';
import { useFigureFormats } from './figure-formats.ts';

interface DayChartProps extends Drawing {
  title: string;
}

/**
 * Figures over days. A day without a figure is a gap. The arrow keys walk the days: the figures of the day stand below the chart and
 * are the value of the control, which screen readers read.
 */
export function DayChart({ title, grid, look, target }: DayChartProps) {
  const t = useTexts();
  const formats = useFigureFormats();
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot>(null);
  const readoutId = useId();
  const [at, setAt] = useState<number>();
  const dark = useMedia('(prefers-color-scheme: dark)');
  const contrast = useMedia('(prefers-contrast: more)');
  const forced = useMedia('(forced-colors: active)');
  const { theme } = useSyncExternalStore(onPreferences, preferences);
  const last = grid.rows.length - 1;
  const shown = at === undefined ? undefined : grid.rows[Math.min(at, last)];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours of the canvas are those of the theme.
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const drawn = draw(element, { grid, look, target }, formats, setAt);
    chart.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: chartHeight }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
      chart.current = null;
    };
  }, [grid, look, target, formats, dark, contrast, forced, theme]);

  function walk(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ...{ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 },
      ...{ PageUp: 7, PageDown: -7, Home: -grid.rows.length, End: grid.rows.length },
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(last, at === undefined ? (step < 0 ? last : 0) : at + step));
    setAt(next);
    const left = chart.current?.valToPos(timeOfDay(grid.rows[next]?.key ?? '') / 1000, 'x');
    if (left !== undefined) chart.current?.setCursor({ left, top: chartHeight / 2 }, false);
  }

  const reading =
    shown &&
    `${shown.name}: ${shown.values
      .map((value, index) => {
        const figure = value === null ? t('analytics.none') : formats.figure(grid.unit, value);
        return grid.columns.length > 1 ? `${grid.columns[index]} ${figure}` : figure;
      })
      .join(', ')}`;
  return (
    <div className="flex flex-col gap-1">
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('analytics.points', { title })}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? 0}
        aria-valuetext={reading ?? t('analytics.pointsHelp')}
        aria-describedby={readoutId}
        onKeyDown={walk}
        onFocus={() => setAt((now) => now ?? 0)}
        className="rounded-box border-line text-accent caret-ink-soft outline-offset-2"
      >
        <div ref={holder} aria-hidden className="h-55" />
      </div>
      <p id={readoutId} className="min-h-5 text-small text-ink-soft">
        {reading ?? t('analytics.pointsHelp')}
      </p>
      <Legend
        names={grid.columns.length > 1 ? grid.columns : []}
        look={look}
        target={target === undefined ? undefined : t('analytics.target', { value: formats.figure(grid.unit, target) })}
      />
    </div>
  );
}

const strokes = ['text-accent', 'text-warn', 'text-good', 'text-bad', 'text-ink-soft'];

interface LegendProps {
  names: readonly string[];
  look: Drawing['look'];
  target: string | undefined;
}

/** Lines differ by their dashes, bars by being filled or not. */
function Legend({ names, look, target }: LegendProps) {
  if (names.length === 0 && target === undefined) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-soft">
      {names.map((name, index) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg width="24" height="8" aria-hidden="true" className={strokes[index % strokes.length]}>
            {look === 'bars' ? (
              <rect
                x="7"
                y="1"
                width="10"
                height="6"
                stroke="currentColor"
                fill={index === 0 ? 'currentColor' : 'none'}
              />
            ) : (
              <LegendLine dash={dashes[index % dashes.length] ?? []} />
            )}
          </svg>
          <bdi>{name}</bdi>
        </li>
      ))}
      {target && (
        <li className="flex items-center gap-1.5">
          <svg width="24" height="8" aria-hidden="true" className="text-ink">
            <LegendLine dash={targetDash} />
          </svg>
          {target}
        </li>
      )}
    </ul>
  );
}

function LegendLine({ dash }: { dash: readonly number[] }) {
  return <line x1="0" y1="4" x2="24" y2="4" stroke="currentColor" strokeWidth="2" strokeDasharray={dash.join(' ')} />;
}
