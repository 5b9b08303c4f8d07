import type { Alert } from './alerts.ts';

/** What is promised over 30 days; docs/operations/watching.md says so to people. */
interface Objective {
  /** Of its two alerts. */
  name: string;
  /** Share of what may be bad. */
  budget: number;
  /** Share of what was bad in a window. */
  bad(window: string): string;
  summary: string;
}

const sends = '{service="conversations",transport="http",operation="sendMessage"';
const objectives: readonly Objective[] = [
  {
    name: 'ParleySendsFail',
    budget: 0.001,
    bad: (window) =>
      `sum by (namespace) (rate(parley_calls_total${sends},outcome="failed"}[${window}]))` +
      ` / sum by (namespace) (rate(parley_calls_total${sends}}[${window}]))`,
    summary: '{{ $value | humanizePercentage }} of the messages that are sent are not accepted.',
  },
  {
    name: 'ParleyCallsSlow',
    budget: 0.01,
    bad: (window) =>
      `1 - sum by (namespace) (rate(parley_call_duration_seconds_bucket{service="conversations",transport="http",le=~"1(.0)?"}[${window}]))` +
      ` / sum by (namespace) (rate(parley_call_duration_seconds_count{service="conversations",transport="http"}[${window}]))`,
    summary: '{{ $value | humanizePercentage }} of the calls to conversations take longer than a second.',
  },
  {
    name: 'ParleyEventsLate',
    budget: 0.01,
    bad: (window) =>
      `max by (namespace, service) (avg_over_time((parley_consumer_lag_busy_seconds > bool 30)[${window}:${/d|6h/.test(window) ? '5m' : '1m'}]))`,
    summary:
      '{{ $labels.service }} handled events more than 30 s late for {{ $value | humanizePercentage }} of the time.',
  },
];

/**
 * Burn rates over two windows each: the long one says that it matters, the short one that it goes on. At 14.4 a budget of 30 days is gone
 * in two days, at 6 in five, at 3 in ten, at 1 on its last day.
 */
const burning = {
  Fast: [
    { rate: 14.4, long: '1h', short: '5m' },
    { rate: 6, long: '6h', short: '30m' },
  ],
  Slowly: [
    { rate: 3, long: '1d', short: '2h' },
    { rate: 1, long: '3d', short: '6h' },
  ],
} as const;

export const objectiveAlerts: readonly Alert[] = objectives.flatMap(({ name, budget, bad, summary }) =>
  (['Fast', 'Slowly'] as const).map((pace) => ({
    name: `${name}${pace}`,
    expression: burning[pace]
      .map(({ rate, long, short }) => {
        const limit = Number((rate * budget).toPrecision(3));
        return `(${bad(long)} > ${limit} and ${bad(short)} > ${limit})`;
      })
      .join(' or '),
    lasts: pace === 'Fast' ? '2m' : '15m',
    severity: pace === 'Fast' ? 'page' : 'ticket',
    summary,
  })),
);
