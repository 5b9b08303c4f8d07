import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Actor, AnyEndpoint, Api, DefinedApi, InputOf, OutputOf } from '@parley/contracts';

/** The story of one endpoint. HTTP and gRPC call the same function; it never mentions either. */
export type Operation<E, Context> = (context: Context, actor: Actor, input: InputOf<E>) => Promise<OutputOf<E>>;

/** The two ends of a raw call. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
}

/**
 * An operation of an endpoint with `stream: 'raw'` (`*.http.ts`): reads the body itself and may write the answer itself.
 * What it returns is answered as JSON, unless it has begun an answer of its own.
 */
export type RawOperation<E, Context> = (
  context: Context,
  actor: Actor,
  input: InputOf<E>,
  exchange: Exchange,
) => Promise<OutputOf<E> | undefined>;

/** The operation an endpoint wants. */
export type OperationOf<E, Context> = E extends { stream: 'raw' } ? RawOperation<E, Context> : Operation<E, Context>;

/** One row of the table, with the types of its endpoint forgotten: the server knows only what the schemas say. */
export interface HttpRoute {
  endpoint: AnyEndpoint;
  run(context: unknown, actor: Actor, input: unknown, exchange: Exchange): Promise<unknown>;
}

/** The public endpoints of a service. */
export interface HttpTable<Context> {
  readonly routes: readonly HttpRoute[];
  /** Only for the compiler: a table fits the service whose Context its operations take. */
  readonly takes?: (context: Context) => void;
}

/** Binds every endpoint of `api` to its operation; a missing or mistyped one does not compile. */
export function implement<A extends Api, Context>(
  api: DefinedApi<A>,
  operations: { [Name in keyof A]: OperationOf<A[Name], Context> },
): HttpTable<Context> {
  const endpoints = Object.entries(api) as unknown as [keyof A & string, AnyEndpoint][];
  return { routes: endpoints.map(([name, endpoint]) => ({ endpoint, run: operations[name] as HttpRoute['run'] })) };
}

/** One table of several. */
export function combine<Context>(...tables: HttpTable<Context>[]): HttpTable<Context> {
  return { routes: tables.flatMap((table) => table.routes) };
}

const answerHeaders = new WeakMap<object, Record<string, string>>();

/** Attaches headers (`Link`) to a body without changing its type. Later calls for the same body add to earlier ones. */
export function answer<T extends object>(body: T, headers: Record<string, string>): T {
  answerHeaders.set(body, { ...answerHeaders.get(body), ...headers });
  return body;
}

/** The headers that `answer` attached to this body. */
export function headersOf(body: unknown): Record<string, string> | undefined {
  return typeof body === 'object' && body !== null ? answerHeaders.get(body) : undefined;
}

const bodyTexts = new WeakMap<object, string>();

/**
 * A body whose JSON was rendered before and goes into the answer as it is: for pages of rendered records.
 * @param text JSON of a `T`; nothing checks it but tests
 */
export function rendered<T extends object>(text: string): T {
  const body = {} as T;
  bodyTexts.set(body, text);
  return body;
}

/** The JSON of a body, rendered before or now. */
export function jsonOf(body: unknown): string | undefined {
  const known = typeof body === 'object' && body !== null ? bodyTexts.get(body) : undefined;
  return known ?? JSON.stringify(body);
}
