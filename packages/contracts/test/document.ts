import * as contracts from '../src/index.ts';
import { endpointsOf, openApiDocument } from '../src/openapi.ts';

const statuses: Record<contracts.ErrorKind, number> = {
  ...{ bad_request: 400, unauthorized: 401, forbidden: 403, not_found: 404, method_not_allowed: 405, timeout: 408 },
  ...{
    conflict: 409,
    gone: 410,
    precondition_failed: 412,
    too_large: 413,
    unsupported_type: 415,
    invalid: 422,
    rate_limited: 429,
  },
  ...{ internal: 500, unavailable: 503 },
};
export const endpoints = endpointsOf(contracts);
/** The whole API as a document. */
export const document = openApiDocument({
  contracts,
  publicUrl: 'https://parley.example',
  version: '3.0.0',
  statusOf: (kind) => statuses[kind],
});
export const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

/** What a reference points to; anything else is itself. */
export function followed(value: unknown): unknown {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value;
  const [, , kind = '', name = ''] = $ref.split('/');
  return document.components[kind]?.[name];
}
