export {
  type FieldError,
  isParleyError,
  ParleyError,
  ParleyNetworkError,
  ParleyTimeoutError,
  type UnexpectedAnswer,
} from './core/errors.ts';
export type { UploadBytes, UploadSource } from './core/form.ts';
export {
  type AnyOperation,
  type ErrorOf,
  type Operation,
  type OutputOf,
  type ParamsOf,
  type WithResponse,
  withResponse,
} from './core/operation.ts';
export { type ItemOf, type Pages, type PaginateOptions, paginate } from './core/paginate.ts';
export { createParley } from './core/parley.ts';
export type {
  Answer,
  CallOptions,
  ConditionalOptions,
  Credentials,
  NotModified,
  OperationSpec,
  Parley,
  ParleyOptions,
} from './core/types.ts';
export { type UploadFileParams, uploadFile } from './core/upload.ts';
export { PARLEY_API } from './generated/api.ts';
export type * from './generated/errors.ts';
export { type Bound, type Limits, limits } from './generated/limits.ts';
export * from './generated/operations.ts';
export { type AboutRight, rights } from './generated/rights.ts';
export type * from './generated/types.ts';
