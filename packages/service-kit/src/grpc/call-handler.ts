import { type Metadata, type ServerUnaryCall, type StatusObject, status } from '@grpc/grpc-js';
import { AppError, commonErrors } from '@parley/contracts';

import type { ActorTokens, ServiceTokens } from '../actor-token.ts';
import { type Call, runInCall } from '../call.ts';
import { type Logger, logHandled, outcomeOf } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { type Tracing, traceIdOf } from '../tracing.ts';
import { metadataNames, statusOf } from './metadata.ts';
import type { GrpcCaller, GrpcRoute } from './serve.ts';

/** What handling an internal call needs, the same for all calls of a service. */
export interface GrpcSurroundings {
  context: unknown;
  actors: ActorTokens;
  services: ServiceTokens;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
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
 */
export async function handleGrpcCall(
  surroundings: GrpcSurroundings,
  route: GrpcRoute,
  operation: string,
  unary: ServerUnaryCall<unknown, unknown>,
): Promise<GrpcAnswer> {
  const began = performance.now();
  const span = surroundings.tracing.start(operation, 'server', text(unary.metadata, metadataNames.traceparent));
  const call = { ...callFacts(unary), operation, traceparent: span.traceparent };

  let failure: unknown;
  let response: unknown;
  try {
    const caller = await callerOf(surroundings, route, unary.metadata);
    const work = () => route.run(surroundings.context, unary.request, caller);
    response = await runInCall({ ...call, actor: caller.actor }, work);
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
  surroundings.metrics.handled(line);
  logHandled(surroundings.log, line);
  return failure === undefined ? { response } : { refusal: refusalOf(failure) };
}

function callFacts(unary: ServerUnaryCall<unknown, unknown>): Partial<Call> {
  const { metadata } = unary;
  const deadline = Number(unary.getDeadline());
  const depth = Number(text(metadata, metadataNames.depth));
  return {
    requestId: text(metadata, metadataNames.requestId),
    correlationId: text(metadata, metadataNames.correlation),
    causationId: text(metadata, metadataNames.causation),
    depth: Number.isSafeInteger(depth) ? depth : 0,
    deadline: Number.isFinite(deadline) ? deadline : Date.now() + defaultDeadlineMs,
  };
}

/** Who calls, and for whom. Both tokens are for this service alone. */
async function callerOf(
  { services, actors }: GrpcSurroundings,
  route: GrpcRoute,
  metadata: Metadata,
): Promise<GrpcCaller> {
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
