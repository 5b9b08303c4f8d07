import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

import type { Handled } from './log.ts';

/** Metrics of one service. Labels stay few-valued: ids belong in logs. */
export interface Metrics {
  readonly registry: Registry;
  counter<Label extends string>(name: string, help: string, labels?: readonly Label[]): Counter<Label>;
  gauge<Label extends string>(name: string, help: string, labels?: readonly Label[]): Gauge<Label>;
  /** @param buckets upper bounds, in the unit of the name */
  histogram<Label extends string>(
    name: string,
    help: string,
    labels?: readonly Label[],
    buckets?: number[],
  ): Histogram<Label>;
  /** The former name of a counter, for one release: a gauge, since counters end in `_total`. */
  alias<Label extends string>(former: string, counter: Counter<Label>): void;
  /** Counts and times one call, event or job. */
  handled(line: Pick<Handled, 'transport' | 'operation' | 'outcome' | 'code' | 'durationMs'>): void;
  /** Called before each reading: for values that are looked up rather than counted. */
  beforeRead(look: () => void): void;
  /** Everything, as Prometheus reads it. */
  text(): Promise<string>;
}

const misnamed = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** Each service has a registry of its own: two may live in one process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];

  const seconds = new Histogram({
    name: 'parley_call_duration_seconds',
    help: 'How long a call, event or job took',
    labelNames: ['transport'],
    buckets: durationBuckets,
    registers,
  });
  // A histogram of each operation would be 17 series for each of the hundreds that a gateway has.
  const spent = new Counter({
    name: 'parley_operation_seconds_total',
    help: 'Time spent in calls, events and jobs by operation',
    labelNames: ['transport', 'operation'],
    registers,
  });
  const calls = new Counter({
    name: 'parley_calls_total',
    help: 'Calls, events and jobs by outcome',
    labelNames: ['transport', 'operation', 'outcome', 'code'],
    registers,
  });
  // Label sets are looked up by a short text: hashing them again for each call would cost more than counting.
  const timers = new Map<string, Histogram.Internal<'transport'>>();
  const sums = new Map<string, Counter.Internal>();
  const counts = new Map<string, Counter.Internal>();
  const looks: (() => void)[] = [];
  let collectsProcess = false;

  return {
    registry,
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers }),
    gauge: (name, help, labels = []) => new Gauge({ name, help, labelNames: [...labels], registers }),
    histogram: (name, help, labels = [], buckets = durationBuckets) =>
      new Histogram({ name, help, labelNames: [...labels], buckets, registers }),
    alias(former, counter) {
      const { name, labelNames } = counter as unknown as { name: string; labelNames: string[] };
      new Gauge({
        name: former,
        help: `Former name of ${name}`,
        labelNames,
        registers,
        async collect() {
          this.reset();
          for (const { labels, value } of (await counter.get()).values) this.set(labels, value);
        },
      });
    },
    handled({ transport, operation, outcome, code = '', durationMs }) {
      const timer = timers.get(transport) ?? seconds.labels({ transport });
      timers.set(transport, timer);
      timer.observe(durationMs / 1000);

      const sumKey = `${transport} ${operation}`;
      const sum = sums.get(sumKey) ?? spent.labels({ transport, operation });
      sums.set(sumKey, sum);
      sum.inc(durationMs / 1000);

      const countKey = `${sumKey} ${outcome} ${code}`;
      const count = counts.get(countKey) ?? calls.labels({ transport, operation, outcome, code });
      counts.set(countKey, count);
      count.inc();
    },
    beforeRead: (look) => void looks.push(look),
    text() {
      for (const look of looks) look();
      // From the first scrape on: nine services in one unscraped process would watch it nine times.
      if (!collectsProcess) {
        collectDefaultMetrics({ register: registry });
        // Gauges under the names of counters; the same values stand by type in those without `_total`.
        for (const gauge of misnamed) registry.removeSingleMetric(gauge);
      }
      collectsProcess = true;
      return registry.metrics();
    },
  };
}
