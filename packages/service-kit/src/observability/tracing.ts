import { randomBytes } from 'node:crypto';

import {
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AppError } from '@parley/contracts';

import { statusOfKind } from '../call/problem.ts';

type SpanRole = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** One step of a trace. */
export interface Span {
  /** W3C trace context to hand on: this step is the parent of what follows. */
  readonly traceparent: string;
  fail(error: unknown): void;
  end(): void;
}

/** Traces through HTTP, gRPC and events. Ids are always continued or made; spans leave the process only when asked to. */
export interface Tracing {
  /**
   * Begins a step.
   * @param operation the word that log and metric share
   * @param traceparent of the step before; absent or malformed: a new trace begins
   */
  start(operation: string, role: SpanRole, traceparent?: string): Span;
  /** Sends what is waiting. */
  stop(): Promise<void>;
}

/** Hands trace contexts on and records nothing: the cost is one check of the text. */
export const noTracing: Tracing = {
  start: (_operation, _role, traceparent) => ({
    traceparent: isTraceparent(traceparent) ? traceparent : newTraceparent(),
    fail: () => {},
    end: () => {},
  }),
  stop: async () => {},
};

/**
 * The tracing of one service.
 * @param endpoint `OTEL_EXPORTER_OTLP_ENDPOINT`; absent: ids only
 */
export async function openTracing(service: string, endpoint?: string): Promise<Tracing> {
  if (endpoint === undefined) return noTracing;

  // Loaded only when asked for: the SDK costs more to load than a service to start.
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', withSlash(endpoint)).href });
  // Never registered globally: several services may share the process.
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `parley-${service}` }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  return tracingBy(provider.getTracer('parley'), () => provider.shutdown());
}

/** Tracing by any tracer of the OpenTelemetry API. */
export function tracingBy(tracer: Tracer, stop: () => Promise<void>): Tracing {
  return {
    start(operation, role, traceparent) {
      const remote = isTraceparent(traceparent) ? spanContextOf(traceparent) : undefined;
      const parent = remote === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
      return spanOf(tracer.startSpan(operation, { kind: kinds[role] }, parent));
    },
    stop,
  };
}

const kinds: Record<SpanRole, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

function spanOf(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    fail(error) {
      const isRefusal = error instanceof AppError && statusOfKind[error.kind].http < 500;
      span.setAttribute('parley.code', error instanceof AppError ? error.code : 'internal');
      if (!isRefusal) span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

function spanContextOf(traceparent: string): SpanContext {
  return {
    traceId: traceIdOf(traceparent),
    spanId: traceparent.slice(36, 52),
    traceFlags: Number.parseInt(traceparent.slice(53, 55), 16) & 1,
    isRemote: true,
  };
}

/** The trace id of a W3C trace context. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

const shape = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** True for a W3C trace context of version 00. */
export function isTraceparent(value: string | undefined): value is string {
  return value !== undefined && value.length === 55 && shape.test(value);
}

/** The context of a trace that begins here and is not recorded. */
export function newTraceparent(): string {
  const ids = randomHex();
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-00`;
}

const idBytes = 24;
const drawn = { bytes: Buffer.alloc(0), at: 0 };

/** Drawn from the system for many traces at once: one by one would cost more than anything else about them. */
function randomHex(): string {
  if (drawn.at >= drawn.bytes.length) Object.assign(drawn, { bytes: randomBytes(idBytes * 256), at: 0 });
  drawn.at += idBytes;
  return drawn.bytes.toString('hex', drawn.at - idBytes, drawn.at);
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
