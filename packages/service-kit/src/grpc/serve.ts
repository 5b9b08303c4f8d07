import type { Actor, ServiceName } from '@parley/contracts';

/** One method as ts-proto describes it; either side may be a stream, not both. */
export interface MethodDefinition {
  path: string;
  requestStream: boolean;
  responseStream: boolean;
  requestSerialize(value: never): Buffer;
  requestDeserialize(bytes: Buffer): unknown;
  responseSerialize(value: never): Buffer;
  responseDeserialize(bytes: Buffer): unknown;
}

type RequestOf<Method> = Method extends { requestDeserialize(bytes: Buffer): infer Request } ? Request : never;
export type ResponseOf<Method> = Method extends { responseDeserialize(bytes: Buffer): infer Response }
  ? Response
  : never;

/** The input of a method: one message, or a stream of them. */
export type AskedWith<Method> = Method extends { requestStream: true }
  ? AsyncIterable<RequestOf<Method>>
  : RequestOf<Method>;

/** The calling service, by its token, and the actor it calls for, if any. */
export interface GrpcCaller {
  service: ServiceName;
  actor?: Actor;
  /** Of a streaming method: aborted when the caller has cancelled, or this process stops. */
  signal?: AbortSignal;
}

/** What a method answers: one message, or one after the other. */
export type AnswerOf<Method> = Method extends { responseStream: true }
  ? AsyncIterable<ResponseOf<Method>>
  : Promise<ResponseOf<Method>>;

/**
 * One internal call; the same function as an HTTP operation where both exist. Of a method that streams it is an
 * async generator: it is asked for the next message when the last one has left, and ended early when the caller hangs up.
 */
export type GrpcHandler<Method, Context> = (
  context: Context,
  request: AskedWith<Method>,
  caller: GrpcCaller,
) => AnswerOf<Method>;

/** One method of a table, with the types of its messages erased. */
export interface GrpcRoute {
  /** `GetProject`: the word in logs, spans and metrics is `DirectoryService/GetProject`. */
  name: string;
  definition: MethodDefinition;
  callers: readonly ServiceName[] | 'all';
  run(context: unknown, request: unknown, caller: GrpcCaller): Promise<unknown> | AsyncIterable<unknown>;
}

/** The internal calls of one gRPC service. */
export interface GrpcTable<Context> {
  /** `parley.workspace.v1.DirectoryService`. */
  readonly service: string;
  readonly routes: readonly GrpcRoute[];
  /** Only for the compiler: a table fits the service whose Context its handlers take. */
  readonly takes?: (context: Context) => void;
}

export interface ServeOptions<Definition> {
  /** The services that may call each method; all others get PERMISSION_DENIED. */
  callers: { [Method in keyof Definition]: readonly ServiceName[] | 'all' };
}

/** Binds every method of a gRPC service to its handler and its callers; a missing one does not compile. The result goes into `grpc` of a service's definition. */
export function serve<Definition extends object, Context>(
  definition: Definition,
  handlers: { [Method in keyof Definition]: GrpcHandler<Definition[Method], Context> },
  options: ServeOptions<Definition>,
): GrpcTable<Context> {
  const names = Object.keys(definition) as (keyof Definition & string)[];
  return {
    service: serviceNameOf(definition),
    routes: names.map((name) => ({
      name,
      definition: definition[name] as MethodDefinition,
      callers: options.callers[name],
      run: handlers[name] as GrpcRoute['run'],
    })),
  };
}

/** `parley.workspace.v1.DirectoryService`, from the path of its methods. */
export function serviceNameOf(definition: object): string {
  const [method] = Object.values(definition) as MethodDefinition[];
  if (method === undefined) throw new TypeError('a gRPC service needs a method');
  return method.path.split('/')[1] ?? '';
}
