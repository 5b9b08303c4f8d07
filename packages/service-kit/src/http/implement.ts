import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Actor, AnyEndpoint, Api, DefinedApi, InputOf, OutputOf } from '@parley/contracts';

import type { Answered } from './reply.ts';

/** The operation of one endpoint. HTTP and gRPC call the same function; it never mentions either. */
export type Operation<E, Context> = (
  context: Context,
  actor: Actor,
  input: InputOf<E>,
) => Promise<Answered<OutputOf<E>>>;

/** The two ends of a raw call. */
export interface RawCall {
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
  raw: RawCall,
) => Promise<Answered<OutputOf<E>> | undefined>;

/** The operation an endpoint wants. */
export type OperationOf<E, Context> = E extends { stream: 'raw' } ? RawOperation<E, Context> : Operation<E, Context>;

/** One row of the table, with the types of its endpoint forgotten: the server knows only what the schemas say. */
export interface HttpRoute {
  endpoint: AnyEndpoint;
  run(context: unknown, actor: Actor, input: unknown, raw: RawCall): Promise<unknown>;
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
