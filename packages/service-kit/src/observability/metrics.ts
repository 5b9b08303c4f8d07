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
  /** Counts and times one call, event or job. */
  handled(line: Pick<Handled, 'transport' | 'operation' | 'outcome' | 'code' | 'durationMs'>): void;
  /** Called before each reading: for values that are looked up rather than counted. */
  beforeRead(look: () => void): void;
  /** Everything, as Prometheus reads it. */
  text(): Promise<string>;
}

const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** A registry of its own for each service: two may live in one process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];

  const seconds = new Histogram({
    name: 'parley_call_duration_seconds',
    help: 'How long a call, event or job took',
    labelNames: ['transport', 'operation'],
    buckets: durationBuckets,
    registers,
  });
  const calls = new Counter({
    name: 'parley_calls_total',
    help: 'Calls, events and jobs by outcome',
    labelNames: ['transport', 'operation', 'outcome', 'code'],
    registers,
  });
  // Label sets are looked up by a short text: hashing them again for each call would cost more than counting.
  const timers = new Map<string, Histogram.Internal<'transport' | 'operation'>>();
  const counts = new Map<string, Counter.Internal>();
  const looks: (() => void)[] = [];
  let collectsProcess = false;

  return {
    registry,
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers }),
    gauge: (name, help, labels = []) => new Gauge({ name, help, labelNames: [...labels], registers }),
    histogram: (name, help, labels = [], buckets = durationBuckets) =>
      new Histogram({ name, help, labelNames: [...labels], buckets, registers }),
    handled({ transport, operation, outcome, code = '', durationMs }) {
      const timerKey = `${transport} ${operation}`;
      const timer = timers.get(timerKey) ?? seconds.labels({ transport, operation });
      timers.set(timerKey, timer);
      timer.observe(durationMs / 1000);

      const countKey = `${timerKey} ${outcome} ${code}`;
      const count = counts.get(countKey) ?? calls.labels({ transport, operation, outcome, code });
      counts.set(countKey, count);
      count.inc();
    },
    beforeRead: (look) => void looks.push(look),
    text() {
      for (const look of looks) look();
      // From the first scrape on: nine services in one unscraped process would watch it nine times.
      if (!collectsProcess) collectDefaultMetrics({ register: registry });
      collectsProcess = true;
      return registry.metrics();
    },
  };
}
