import { readFile } from 'node:fs/promises';

import {
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';

import { type GrpcRuntime, handleGrpcCall, handleGrpcStream } from './call-handler.ts';
import { maxMessageBytes } from './metadata.ts';
import { OpenStreams } from './open-streams.ts';
import { addReflection } from './reflection.ts';
import type { GrpcRoute, GrpcTable } from './serve.ts';
import type { TlsFiles } from './tls-files.ts';

export interface GrpcServerOptions extends GrpcRuntime {
  tables: readonly GrpcTable<never>[];
  host: string;
  /** 0: any free one. */
  port: number;
  tls?: TlsFiles;
  /** How long calls may run on after `stop`, in ms. */
  drainMs: number;
  /** Age in ms after which callers have to reconnect, and so find new replicas; streams get ten minutes more. Default 30,000. */
  connectionAgeMs?: number;
  /** Where the `.proto` files are, for reflection; default: this repository's. */
  protoFolder?: URL;
}

/** A gRPC server that listens. */
export interface GrpcServer {
  port: number;
  /** Health turns to NOT_SERVING; running calls end, no new ones begin. */
  stop(): Promise<void>;
}

const defaultConnectionAgeMs = 30_000;
/** What gRPC takes for no age at all. */
export const unlimitedConnectionAgeMs = 2 ** 31 - 1;

/** Serves internal calls, with the standard health service and reflection, so that grpcurl works. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_connection_age_ms': options.connectionAgeMs ?? defaultConnectionAgeMs,
    'grpc.max_connection_age_grace_ms': 600_000,
    // No keepalive: it would cut the streams of a connection that has reached its age (see the client).
  });
  const streams = new OpenStreams();
  for (const table of options.tables) addTable(server, table, { ...options, streams });

  const names = ['', ...options.tables.map(({ service }) => service)];
  const health = new HealthImplementation(Object.fromEntries(names.map((name) => [name, 'SERVING'])));
  health.addToServer(server);
  addReflection(server, { services: names.slice(1), log: options.log, protoFolder: options.protoFolder });

  const port = await bind(server, `${options.host}:${options.port}`, await serverCredentials(options.tls));
  return {
    port,
    async stop() {
      for (const name of names) health.setStatus(name, 'NOT_SERVING');
      streams.endAll();
      await drain(server, options.drainMs);
    },
  };
}

function addTable(server: Server, { service, routes }: GrpcTable<never>, runtime: GrpcRuntime): void {
  const shortName = service.split('.').at(-1) ?? service;
  const entries = routes.map((route) => [route.name, methodOf(route, `${shortName}.${route.name}`, runtime)]);
  const definition = Object.fromEntries(routes.map((route) => [route.name, route.definition]));
  server.addService(
    definition as unknown as ServiceDefinition,
    Object.fromEntries(entries) as UntypedServiceImplementation,
  );
}

function methodOf(route: GrpcRoute, operation: string, runtime: GrpcRuntime) {
  if (route.definition.responseStream) {
    const stream: handleServerStreamingCall<unknown, unknown> = (call) =>
      void handleGrpcStream(runtime, route, operation, call);
    return stream;
  }
  if (route.definition.requestStream) {
    const gather: handleClientStreamingCall<unknown, unknown> = async (call, answer) => {
      const outcome = await handleGrpcCall(runtime, route, operation, call, call);
      if ('refusal' in outcome) answer(outcome.refusal);
      else answer(null, outcome.response);
    };
    return gather;
  }
  const handle: handleUnaryCall<unknown, unknown> = async (unary, answer) => {
    const outcome = await handleGrpcCall(runtime, route, operation, unary, unary.request);
    if ('refusal' in outcome) answer(outcome.refusal);
    else answer(null, outcome.response);
  };
  return handle;
}

function bind(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => (error === null ? resolve(port) : reject(error)));
  });
}

async function serverCredentials(tls: TlsFiles | undefined): Promise<ServerCredentials> {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const [ca, cert, key] = await Promise.all([readFile(tls.ca), readFile(tls.cert), readFile(tls.key)]);
  return ServerCredentials.createSsl(ca, [{ cert_chain: cert, private_key: key }], true);
}

function drain(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), drainMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
