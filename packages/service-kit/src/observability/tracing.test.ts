import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { commonErrors } from '@parley/contracts';

import { isTraceparent, newTraceparent, noTracing, openTracing, traceIdOf, tracingBy } from './tracing.ts';

const caller = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

it('continues the trace of its caller, or begins one, when nothing is recorded', async () => {
  const tracing = await openTracing('bots');

  expect(tracing.start('x', 'server', caller).traceparent).toBe(caller);
  const fresh = tracing.start('x', 'server').traceparent;
  expect(isTraceparent(fresh)).toBe(true);
  expect(noTracing.start('x', 'server', 'nonsense').traceparent).not.toBe('nonsense');
});

it('begins a different trace each time', () => {
  const traces = new Set(Array.from({ length: 1000 }, () => traceIdOf(newTraceparent())));

  expect(traces.size).toBe(1000);
});

it.each(['', '00-abc', caller.toUpperCase(), caller.replace('a'.repeat(32), '0'.repeat(32)), `01${caller.slice(2)}`])(
  'takes %j for no trace context',
  (text) => {
    expect(isTraceparent(text)).toBe(false);
  },
);

it('records a step under the step of its caller, and marks failures but no refusals', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracing = tracingBy(provider.getTracer('test'), () => provider.shutdown());

  const span = tracing.start('closeRequest', 'server', caller);
  span.fail(new Error('a bug'));
  span.end();
  const refused = tracing.start('closeRequest', 'server', span.traceparent);
  refused.fail(commonErrors.role_too_low());
  refused.end();

  const [first, second] = exporter.getFinishedSpans();
  expect(first).toMatchObject({
    name: 'closeRequest',
    status: { code: 2 },
    parentSpanContext: { spanId: 'b'.repeat(16) },
  });
  expect(second).toMatchObject({ status: { code: 0 }, attributes: { 'parley.code': 'role_too_low' } });
  expect(traceIdOf(refused.traceparent)).toBe('a'.repeat(32));
  expect(second?.parentSpanContext?.spanId).toBe(first?.spanContext().spanId);
  await tracing.stop();
});
