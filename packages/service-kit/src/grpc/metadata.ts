import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { AppError, commonErrors, type ErrorKind, type ServiceName } from '@parley/contracts';
import { z } from 'zod';

import { statusOfKind } from '../call/problem.ts';

/** Names of the metadata that a call between services carries. */
export const metadataNames = {
  service: 'parley-service',
  actor: 'parley-actor',
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  correlation: 'parley-correlation',
  causation: 'parley-causation',
  depth: 'parley-depth',
  error: 'parley-error-bin',
} as const;

/** Largest message either way: a file of 20 MB that came by mail, with its description. */
export const maxMessageBytes = 24 * 1024 * 1024;

const WireError = z.object({
  kind: z.enum(Object.keys(statusOfKind) as [ErrorKind, ...ErrorKind[]]),
  code: z.string(),
  sentence: z.string(),
  details: z.record(z.string(), z.unknown()),
});

/** The gRPC status of a refusal, with everything the other side needs to throw the same error. */
export function statusOf(error: AppError): StatusObject {
  const metadata = new Metadata();
  const wire = { kind: error.kind, code: error.code, sentence: error.message, details: error.details };
  metadata.set(metadataNames.error, Buffer.from(JSON.stringify(wire)));
  // A refusal is an answer: an operation's UNAVAILABLE must not be retried behind the caller's back.
  metadata.set('grpc-retry-pushback-ms', '-1');
  return { code: statusOfKind[error.kind].grpc, details: error.code, metadata };
}

interface FailedCall extends Error {
  code?: number;
  metadata?: Metadata;
}

const unavailable = new Set<number>([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED]);

/** What a failed call to `service` means here: its own refusal, its absence, or a bug. */
export function errorOf(failure: FailedCall, service: ServiceName): Error {
  const wire = failure.metadata?.get(metadataNames.error)[0];
  const parsed = wire === undefined ? undefined : WireError.safeParse(parseJson(wire));
  if (parsed?.success === true && parsed.data.kind !== 'internal') {
    const { kind, code, sentence, details } = parsed.data;
    return new AppError(kind, code, sentence, details, failure);
  }
  if (failure.code !== undefined && unavailable.has(failure.code)) {
    return commonErrors.dependency_down({ dependency: service }, failure);
  }
  return new Error(`the call to ${service} failed with ${status[failure.code ?? status.UNKNOWN]}`, { cause: failure });
}

function parseJson(value: Buffer | string): unknown {
  try {
    return JSON.parse(value.toString());
  } catch {
    return undefined;
  }
}
