import { createMetrics } from '../observability/metrics.ts';
import { countEvents } from './event-metrics.ts';

it('counts reconciled events under the former name too, for one release', async () => {
  const metrics = createMetrics('test');
  countEvents(metrics).reconciled('copies');
  const text = await metrics.text();
  for (const name of ['reconciled', 'unbidden']) {
    expect(text).toContain(`parley_events_${name}_total{consumer="copies",service="test"} 1`);
  }
});
