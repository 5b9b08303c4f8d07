import { countEvents } from '../bus/event-metrics.ts';
import { createMetrics } from '../observability/metrics.ts';
import { countSuppressed, isSuppressed } from './depth.ts';

it.each([
  [0, false],
  [7, false],
  [8, true],
  [9, true],
])('suppresses turns and webhooks of an event of depth %i: %s', (depth, suppressed) => {
  expect(isSuppressed({ depth })).toBe(suppressed);
});

it('takes the limit from the configuration', () => {
  expect(isSuppressed({ depth: 3 }, 3)).toBe(true);
});

it('counts under the names that alarms are set on', async () => {
  const metrics = createMetrics('test');
  const counted = countEvents(metrics);

  counted.published(3);
  counted.oldestSeconds(12);
  counted.consumerLag('test-facts', 31);
  counted.handled('test-facts', 'thing.changed', 'dead', 5);
  countSuppressed(metrics)('thing.changed');

  const text = await metrics.text();
  expect(text).toMatch(/parley_events_published_total\{[^}]*\} 3/);
  expect(text).toMatch(/parley_outbox_oldest_seconds\{[^}]*\} 12/);
  expect(text).toMatch(/parley_consumer_lag_seconds\{[^}]*consumer="test-facts"[^}]*\} 31/);
  expect(text).toMatch(/parley_dead_letters_total\{[^}]*\} 1/);
  expect(text).toMatch(/parley_events_suppressed_total\{[^}]*\} 1/);
});
