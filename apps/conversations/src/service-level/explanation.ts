import type { SlaExplanation, spanReasons } from '@parley/contracts';

import type { HoursLines } from '../hours/hours-line.ts';
import { type Clock, isRunning, type ServiceLevels, type Span, viewClock } from '../request-state/service-levels.ts';

const maxSpans = 100;

type ExplainedSpan = Omit<Span, 'why'> & { why: (typeof spanReasons)[number] };

/** Which time of each clock counted, and why the rest did not. Source: contract 25 section 5.2. */
export function explain({ policy, pinned, clocks }: ServiceLevels, hours: HoursLines, now: number): SlaExplanation {
  return {
    ...(policy && { policy: { _id: policy._id, name: policy.name } }),
    ...(pinned && { pinned }),
    clocks: clocks.map((clock) => explainClock(clock, hours, now)),
  };
}

function explainClock(clock: Clock, hours: HoursLines, now: number): SlaExplanation['clocks'][number] {
  const { metric, cycle, state, target, policy, started_at, due_at } = { ...viewClock(clock), policy: clock.policy };
  const line = hours.of(clock.hours);
  const spans = spansOf(clock, now).flatMap((span): ExplainedSpan[] =>
    span.why === 'open' ? splitByHours(span, [...line.spans(span.from, span.to)]) : [span],
  );
  return {
    ...{ metric, cycle, state, target, policy: { _id: policy._id, name: policy.name }, hours: clock.hours },
    ...{ started_at, ...(due_at && { due_at }) },
    counted: clock.counted + (isRunning(clock) ? line.openMs(clock.since, now) : 0),
    spans: spans.slice(-maxSpans).map(({ from, to, counted, why }) => ({ from: iso(from), to: iso(to), counted, why })),
  };
}

/** The spans that are over, and the current one. */
function spansOf(clock: Clock, now: number): Span[] {
  const { since, endedAt, why, spans } = clock;
  if (endedAt !== undefined || now <= since) return spans;
  const going = { from: since, to: now, counted: 0, why: isRunning(clock) ? 'open' : (why as Span['why']) } as const;
  return [...spans, going];
}

function splitByHours(span: Span, parts: Omit<ExplainedSpan, 'counted'>[]): ExplainedSpan[] {
  // Counted by other hours than those of now: what counted, counted.
  const isOther = span.counted > 0 && span.counted !== parts.reduce((sum, part) => sum + countedOf(part), 0);
  return isOther ? [span] : parts.map((part) => ({ ...part, counted: countedOf(part) }));
}

const countedOf = ({ from, to, why }: { from: number; to: number; why: string }) => (why === 'open' ? to - from : 0);

const iso = (ms: number): string => new Date(ms).toISOString();
