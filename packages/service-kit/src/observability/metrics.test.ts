import * as contracts from '@parley/contracts';

import { createMetrics } from './metrics.ts';

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

it('answers a scrape with at most 2,000 series where every public operation has succeeded, been refused and failed', async () => {
  const metrics = createMetrics('gateway');
  const operations = contracts.endpointsOf(contracts).map(({ operation }) => operation);
  expect(operations.length).toBeGreaterThan(200);
  for (const operation of operations) {
    for (const [outcome, code] of [
      ['ok', ''],
      ['refused', 'validation_failed'],
      ['failed', 'internal'],
    ] as const)
      metrics.handled({ transport: 'http', operation, outcome, code, durationMs: 5 });
  }
  const lines = linesOf(await metrics.text());
  expect(lines.filter((line) => line.startsWith('parley_calls_total'))).toHaveLength(operations.length * 3);
  expect(lines.length).toBeLessThanOrEqual(2_000);
});

it('answers a renamed counter under its former name, too, with the same labels and values', async () => {
  const metrics = createMetrics('realtime');
  const closed = metrics.counter('parley_sockets_closed_total', 'Sockets closed', ['reason']);
  metrics.alias('parley_sockets_closed', closed);
  closed.inc({ reason: 'slow' }, 2);
  await metrics.text();
  closed.inc({ reason: 'slow' });
  const text = await metrics.text();
  expect(text).toContain('# TYPE parley_sockets_closed gauge');
  const samples = linesOf(text).filter((line) => line.startsWith('parley_sockets_closed'));
  expect(samples).toEqual([
    'parley_sockets_closed_total{reason="slow",service="realtime"} 3',
    'parley_sockets_closed{reason="slow",service="realtime"} 3',
  ]);
});
