import { once } from 'node:events';
import { readFileSync } from 'node:fs';

import {
  type ChannelCredentials,
  type ChannelOptions,
  type Client,
  type ClientReadableStream,
  type ClientWritableStream,
  connectivityState,
  credentials,
  Metadata,
  makeGenericClientConstructor,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { commonErrors, type ServiceName } from '@parley/contracts';

import { currentCall } from '../call/call.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import { type ActorTokens, actorTokens, type ServiceTokens, serviceTokens } from '../security/actor-token.ts';
import { errorOf, maxMessageBytes, metadataNames } from './metadata.ts';
import { type AnswerOf, type AskedWith, type MethodDefinition, serviceNameOf } from './serve.ts';
import type { TlsFiles } from './tls-files.ts';

/** Options of one call. */
interface GrpcCallOptions {
  /** How long this call may take, in ms; never longer than what is left of the call being handled. */
  deadlineMs?: number;
  /** Of a method that streams: hangs up, which ends the stream without a failure. */
  signal?: AbortSignal;
}

/** The methods of a gRPC service as functions that return promises, or async iterables where they stream. */
export type PromiseClient<Definition> = {
  readonly [Method in keyof Definition]: (
    request: AskedWith<Definition[Method]>,
    options?: GrpcCallOptions,
  ) => AnswerOf<Definition[Method]>;
} & {
  /** True while the last attempts to connect have failed. */
  isUnavailable(): boolean;
  /** Closes the connections; calls that run end by themselves. */
  close(): void;
};

export interface GrpcClientOptions {
  /** `host:port`; several addresses of a name are used in turn. */
  address: string;
  from: ServiceName;
  to: ServiceName;
  /** `ACTOR_KEY`, 32 bytes. */
  actorKey: Uint8Array;
  /** How long a call may take, in ms; default 2000. */
  deadlineMs?: number;
  /**
   * Methods that may be repeated when the callee could not be reached. Default: those that read, by their first word;
   * name others when they carry a `dedupe_key`.
   */
  idempotent?: readonly string[];
  /** With them both ends prove themselves (mTLS). */
  tls?: TlsFiles;
  tracing?: Tracing;
  tokens?: { actors: ActorTokens; services: ServiceTokens };
  /** Idle time after which a connection is pinged, in ms; default 30,000. */
  keepaliveMs?: number;
}

const defaultDeadlineMs = 2000;
const defaultKeepaliveMs = 30_000;
/** A stream may be long; one that has been silent for so long counts as broken. */
const streamDeadlineMs = 3_600_000;
/**
 * On their way at once through a connection, and each stream of it. The 64 kB of HTTP/2 are soon full where thousands of streams share one
 * connection: messages to all of them would wait for the slowest reader.
 */
const streamedBytes = 4 * 1_024 * 1_024;
const reads = /^(get|list|check|find|resolve|verify|count|preview)([A-Z]|$)/;

/**
 * A client of another service's gRPC: deadline on every call, trace, request id, service token and the actor of the
 * call being handled in the metadata.
 * @throws AppError the callee's own refusal as it was thrown there; `dependency_down` when it does not answer in time
 */
export function client<Definition extends object>(
  definition: Definition,
  options: GrpcClientOptions,
): PromiseClient<Definition> {
  const channel = openChannel(definition, options, {
    'grpc.keepalive_time_ms': options.keepaliveMs ?? defaultKeepaliveMs,
    'grpc.keepalive_timeout_ms': 5_000,
  });
  // Streams outlive the age of their connection, and a keepalive ping would cut them then: grpc-js takes a connection that
  // may no longer be pinged for dead. The reader of a long stream has to detect silence itself.
  const streaming = openChannel(definition, options, { 'grpc-node.flow_control_window': streamedBytes });
  const identity = { key: options.actorKey, service: options.from };
  const tokens = options.tokens ?? { actors: actorTokens(identity), services: serviceTokens(identity) };
  const withTokens = { ...options, tokens };
  const callOf = (method: string, { requestStream, responseStream }: MethodDefinition) => {
    if (requestStream) return gatherOf(streaming, method, withTokens);
    return responseStream ? streamOf(streaming, method, withTokens) : methodOf(channel, method, withTokens);
  };
  const methods = Object.entries(definition).map(([name, method]: [string, MethodDefinition]) => [
    name,
    callOf(name, method),
  ]);

  const isUnavailable = () => channel.getChannel().getConnectivityState(false) === connectivityState.TRANSIENT_FAILURE;
  const close = () => {
    channel.close();
    streaming.close();
  };
  return { ...Object.fromEntries(methods), isUnavailable, close } as PromiseClient<Definition>;
}

type UnaryMethod = (
  request: unknown,
  metadata: Metadata,
  options: { deadline: number },
  done: (failure: ServiceError | null, response: unknown) => void,
) => unknown;

type Channel = Client & Record<string, UnaryMethod>;

function methodOf(channel: Channel, method: string, options: GrpcClientOptions & { tokens: Tokens }) {
  const { to, tracing = noTracing } = options;
  const operation = `${to}.${method}`;

  return async (request: unknown, { deadlineMs = options.deadlineMs ?? defaultDeadlineMs }: GrpcCallOptions = {}) => {
    const call = currentCall();
    const deadline = Math.min(Date.now() + deadlineMs, call.deadline ?? Number.POSITIVE_INFINITY);
    const span = tracing.start(operation, 'client', call.traceparent);
    const metadata = await metadataOf(options, span.traceparent);
    try {
      return await new Promise((resolve, reject) => {
        channel[method]?.(request, metadata, { deadline }, (failure, response) =>
          failure === null ? resolve(response) : reject(failure),
        );
      });
    } catch (failure) {
      const error = errorOf(failure as ServiceError, to);
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  };
}

type GatherMethod = (
  metadata: Metadata,
  options: { deadline: number },
  done: (failure: ServiceError | null, response: unknown) => void,
) => ClientWritableStream<unknown>;

/** Sends messages one after the other, as fast as the callee takes them, and returns its one answer. */
function gatherOf(channel: Channel, method: string, options: GrpcClientOptions & { tokens: Tokens }) {
  const { to, tracing = noTracing } = options;
  const open = (channel as unknown as Record<string, GatherMethod>)[method]?.bind(channel);

  return async (requests: AsyncIterable<unknown>, { deadlineMs = streamDeadlineMs }: GrpcCallOptions = {}) => {
    const call = currentCall();
    const deadline = Math.min(Date.now() + deadlineMs, call.deadline ?? Number.POSITIVE_INFINITY);
    const span = tracing.start(`${to}.${method}`, 'client', call.traceparent);
    const metadata = await metadataOf(options, span.traceparent);
    const answer = Promise.withResolvers<unknown>();
    const stream = open?.(metadata, { deadline }, (failure, response) =>
      failure === null ? answer.resolve(response) : answer.reject(failure),
    );
    try {
      // An answer that comes early is a refusal: nothing more is sent then.
      await Promise.race([answer.promise, sendAll(stream, requests)]);
      return await answer.promise;
    } catch (failure) {
      stream?.cancel();
      answer.promise.catch(() => undefined);
      const error = errorOf(failure as ServiceError, to);
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  };
}

async function sendAll(stream: ClientWritableStream<unknown> | undefined, requests: AsyncIterable<unknown>) {
  for await (const request of requests) {
    if (stream?.write(request) === false) await once(stream, 'drain');
  }
  stream?.end();
}

type StreamMethod = (
  request: unknown,
  metadata: Metadata,
  options: { deadline: number },
) => ClientReadableStream<unknown>;

/** A reader that stops early cancels the call. */
function streamOf(channel: Channel, method: string, options: GrpcClientOptions & { tokens: Tokens }) {
  const { to, tracing = noTracing } = options;
  const open = (channel as unknown as Record<string, StreamMethod>)[method]?.bind(channel);

  return async function* (request: unknown, { deadlineMs = streamDeadlineMs, signal }: GrpcCallOptions = {}) {
    const call = currentCall();
    const deadline = Math.min(Date.now() + deadlineMs, call.deadline ?? Number.POSITIVE_INFINITY);
    const span = tracing.start(`${to}.${method}`, 'client', call.traceparent);
    const stream = open?.(request, await metadataOf(options, span.traceparent), { deadline });
    const hangUp = () => stream?.cancel();
    signal?.addEventListener('abort', hangUp);
    if (signal?.aborted) hangUp();
    try {
      yield* stream ?? [];
    } catch (failure) {
      if (signal?.aborted) return;
      const error = errorOf(failure as ServiceError, to);
      span.fail(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', hangUp);
      stream?.cancel();
      span.end();
    }
  };
}

interface Tokens {
  actors: ActorTokens;
  services: ServiceTokens;
}

async function metadataOf({ to, tokens }: GrpcClientOptions & { tokens: Tokens }, traceparent: string) {
  const call = currentCall();
  const metadata = new Metadata();
  metadata.set(metadataNames.service, await tokens.services.sign(to));
  if (call.actor !== undefined) metadata.set(metadataNames.actor, await tokens.actors.sign(call.actor, to));
  metadata.set(metadataNames.requestId, call.requestId);
  metadata.set(metadataNames.traceparent, traceparent);
  metadata.set(metadataNames.correlation, call.correlationId);
  if (call.causationId !== undefined) metadata.set(metadataNames.causation, call.causationId);
  metadata.set(metadataNames.depth, String(call.depth));
  return metadata;
}

function openChannel(definition: object, options: GrpcClientOptions, keepalive: ChannelOptions): Channel {
  const service = serviceNameOf(definition);
  const idempotent = options.idempotent ?? Object.keys(definition).filter((method) => reads.test(method));
  const Constructor = makeGenericClientConstructor(definition as ServiceDefinition, service);

  return new Constructor(options.address, credentialsOf(options.tls), {
    'grpc.service_config': JSON.stringify({
      loadBalancingConfig: [{ round_robin: {} }],
      methodConfig: [
        {
          name: idempotent.map((method) => ({ service, method: method.charAt(0).toUpperCase() + method.slice(1) })),
          retryPolicy: {
            maxAttempts: 3,
            initialBackoff: '0.05s',
            maxBackoff: '0.5s',
            backoffMultiplier: 2,
            retryableStatusCodes: ['UNAVAILABLE'],
          },
        },
      ].filter(({ name }) => name.length > 0),
    }),
    ...keepalive,
    // A service that starts a moment later must be found soon after.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
    'grpc.dns_min_time_between_resolutions_ms': 5_000,
    'grpc.max_receive_message_length': maxMessageBytes,
  }) as unknown as Channel;
}

function credentialsOf(tls: TlsFiles | undefined): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  // Once, at start: a file that is missing keeps the service from starting.
  return credentials.createSsl(readFileSync(tls.ca), readFileSync(tls.key), readFileSync(tls.cert));
}

/** A client of a service whose address is not configured: every call rejects with `dependency_down`. */
export function unavailableClient<Definition extends object>(
  definition: Definition,
  to: ServiceName,
): PromiseClient<Definition> {
  const refuse = async (): Promise<never> => {
    throw commonErrors.dependency_down({ dependency: to });
  };
  // biome-ignore lint/correctness/useYield: a stream that fails before its first message.
  const refuseStream = async function* (): AsyncGenerator<never> {
    await refuse();
  };
  const methods = Object.entries(definition).map(([method, { responseStream }]: [string, MethodDefinition]) => [
    method,
    responseStream ? refuseStream : refuse,
  ]);
  return { ...Object.fromEntries(methods), isUnavailable: () => true, close: () => {} } as PromiseClient<Definition>;
}
