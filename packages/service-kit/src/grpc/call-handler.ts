import {
  type Metadata,
  type ServerUnaryCall,
  type ServerWritableStream,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { AppError, commonErrors } from '@parley/contracts';

import { type Call, runInCall } from '../call/call.ts';
import { type Logger, logHandled, outcomeOf } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { type Tracing, traceIdOf } from '../observability/tracing.ts';
import type { ActorTokens, ServiceTokens } from '../security/actor-token.ts';
import { metadataNames, statusOf } from './metadata.ts';
import type { OpenStreams } from './open-streams.ts';
import type { GrpcCaller, GrpcRoute } from './serve.ts';

/** What handling internal calls needs; the same for all calls of a service. */
export interface GrpcRuntime {
  context: unknown;
  actors: ActorTokens;
  services: ServiceTokens;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
  /** Ends streams that would go on for ever when the server stops. */
  streams?: OpenStreams;
}

/** What the caller gets: a message or a status. */
export type GrpcAnswer = { response: unknown } | { refusal: Partial<StatusObject> };

/** The caller is not who may call this: a mistake in a deployment, never an answer to a user. */
class CallerRefused extends Error {
  readonly status: number;

  constructor(refusal: number, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'CallerRefused';
    this.status = refusal;
  }
}

// A caller that sets no deadline gets this one, in ms.
const defaultDeadlineMs = 2000;

/**
 * Handles one internal call from its metadata to its log line; never rejects.
 * @param operation the word in logs, spans and metrics
 * @param request a message, or an async iterable of them
 */
export function handleGrpcCall(
  runtime: GrpcRuntime,
  route: GrpcRoute,
  operation: string,
  unary: Pick<ServerUnaryCall<unknown, unknown>, 'metadata' | 'getDeadline'>,
  request: unknown,
): Promise<GrpcAnswer> {
  const facts = { ...callFacts(unary, Date.now() + defaultDeadlineMs), operation };
  return handled(runtime, route, unary.metadata, facts, async (caller) => route.run(runtime.context, request, caller));
}

/** The same for a method that answers with a stream, to its end. */
export async function handleGrpcStream(
  runtime: GrpcRuntime,
  route: GrpcRoute,
  operation: string,
  stream: ServerWritableStream<unknown, unknown>,
): Promise<void> {
  // As long as the caller listens: a deadline of ours would cut streams that are merely long.
  const facts = { ...callFacts(stream, undefined), operation };
  const ended = new AbortController();
  const end = () => ended.abort();
  stream.once('cancelled', end);
  runtime.streams?.add(ended);
  const answer = await handled(runtime, route, stream.metadata, facts, async (caller) => {
    const withSignal = { ...caller, signal: ended.signal };
    const messages = route.run(runtime.context, stream.request, withSignal) as AsyncIterable<unknown>;
    for await (const message of messages) {
      if (stream.cancelled) return;
      if (!stream.write(message)) await drained(stream);
    }
  });
  runtime.streams?.delete(ended);
  if ('refusal' in answer) stream.emit('error', answer.refusal);
  else stream.end();
}

/** Backpressure: resolves when the stream can take more, or the caller has cancelled. */
function drained(stream: ServerWritableStream<unknown, unknown>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done);
      stream.off('cancelled', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('cancelled', done);
    if (stream.cancelled) done();
  });
}

async function handled(
  runtime: GrpcRuntime,
  route: GrpcRoute,
  metadata: Metadata,
  facts: Partial<Call> & { operation: string },
  run: (caller: GrpcCaller) => Promise<unknown>,
): Promise<GrpcAnswer> {
  const began = performance.now();
  const { operation } = facts;
  const span = runtime.tracing.start(operation, 'server', text(metadata, metadataNames.traceparent));
  const call = { ...facts, traceparent: span.traceparent };

  let failure: unknown;
  let response: unknown;
  try {
    const caller = await callerOf(runtime, route, metadata);
    response = await runInCall({ ...call, actor: caller.actor }, () => run(caller));
  } catch (error) {
    failure = error ?? new Error('rejected with nothing');
    span.fail(failure);
  }
  span.end();

  const line = {
    transport: 'grpc' as const,
    operation,
    ...(failure === undefined ? { outcome: 'ok' as const } : outcomeOf(failure)),
    durationMs: Math.round((performance.now() - began) * 1000) / 1000,
    requestId: call.requestId ?? '',
    traceId: traceIdOf(span.traceparent),
    error: failure,
  };
  runtime.metrics.handled(line);
  logHandled(runtime.log, line);
  return failure === undefined ? { response } : { refusal: refusalOf(failure) };
}

function callFacts(
  call: Pick<ServerUnaryCall<unknown, unknown>, 'metadata' | 'getDeadline'>,
  otherwise: number | undefined,
): Partial<Call> {
  const { metadata } = call;
  const deadline = Number(call.getDeadline());
  const depth = Number(text(metadata, metadataNames.depth));
  return {
    requestId: text(metadata, metadataNames.requestId),
    correlationId: text(metadata, metadataNames.correlation),
    causationId: text(metadata, metadataNames.causation),
    depth: Number.isSafeInteger(depth) ? depth : 0,
    deadline: Number.isFinite(deadline) ? deadline : otherwise,
  };
}

/** Who calls, and for whom. Both tokens are for this service alone. */
async function callerOf({ services, actors }: GrpcRuntime, route: GrpcRoute, metadata: Metadata): Promise<GrpcCaller> {
  try {
    const service = await services.verify(text(metadata, metadataNames.service) ?? '');
    const isAllowed = route.callers === 'all' || route.callers.includes(service);
    if (!isAllowed) throw new CallerRefused(status.PERMISSION_DENIED, `${service} may not call this`);

    const token = text(metadata, metadataNames.actor);
    return token === undefined ? { service } : { service, actor: await actors.verify(token) };
  } catch (error) {
    if (error instanceof CallerRefused) throw error;
    throw new CallerRefused(status.UNAUTHENTICATED, 'the caller has not proved which service it is', error);
  }
}

function refusalOf(failure: unknown): Partial<StatusObject> {
  if (failure instanceof CallerRefused) return { code: failure.status, details: failure.message };
  return statusOf(failure instanceof AppError ? failure : commonErrors.internal());
}

function text(metadata: Metadata, name: string): string | undefined {
  const [value] = metadata.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
