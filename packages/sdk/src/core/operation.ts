import type { Answer, CallOptions, ConditionalOptions, NotModified, OperationSpec, Parley } from './types.ts';

type Rest<Params, Options> = object extends Params
  ? [params?: Params, options?: Options]
  : [params: Params, options?: Options];

/** An operation of the API: path, query and body members in one object. */
export interface Operation<Params, Output, Code extends string = string> {
  (parley: Parley, ...rest: Rest<Params, CallOptions>): Promise<Output>;
  readonly spec: OperationSpec;
  /** Only for types: `ErrorOf`. */
  readonly codes?: Code;
}

// biome-ignore lint/suspicious/noExplicitAny: any operation.
export type AnyOperation = Operation<any, any, any>;
export type ParamsOf<O> = O extends Operation<infer Params, infer _Output, infer _Code> ? Params : never;
export type OutputOf<O> = O extends Operation<infer _Params, infer Output, infer _Code> ? Output : never;
/** The error codes of an operation. */
export type ErrorOf<O> = O extends Operation<infer _Params, infer _Output, infer Code> ? Code : never;

/** An operation as a function. */
export function operation<Params, Output, Code extends string>(
  name: string,
  address: string,
  how?: Omit<OperationSpec, 'name' | 'address'>,
): Operation<Params, Output, Code> {
  const spec: OperationSpec = { name, address, ...how };
  const run = async (parley: Parley, params?: unknown, options?: CallOptions) =>
    (await parley.send<Output>(spec, params, options)).data;
  return Object.assign(run, { spec }) as Operation<Params, Output, Code>;
}

/** The same operation with status, headers, `ETag` and limits beside its data. */
export interface WithResponse<Params, Output> {
  (parley: Parley, params: Params, options: ConditionalOptions): Promise<Answer<Output> | NotModified>;
  (parley: Parley, ...rest: Rest<Params, CallOptions>): Promise<Answer<Output>>;
}

/**
 * `withResponse(getRequest)(parley, { request_id })` returns `{ data, status, headers, etag, … }` instead of the data. With
 * `ifNoneMatch`, a record that has not changed is `{ notModified: true }`.
 */
export function withResponse<Params, Output, Code extends string>(
  of: Operation<Params, Output, Code>,
): WithResponse<Params, Output> {
  const run = (parley: Parley, params?: unknown, options?: CallOptions) =>
    parley.send<Output>(of.spec, params, options);
  return run as WithResponse<Params, Output>;
}
