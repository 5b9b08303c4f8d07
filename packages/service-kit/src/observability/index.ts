export { createHealth, type Health, NotReady } from './health.ts';
export { createLogger, type Logger, logHandled, outcomeOf } from './log.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { isTraceparent, openTracing, type Span, type Tracing, traceIdOf } from './tracing.ts';
