import type { AppError, ErrorDetails, ErrorKind } from '@parley/contracts';
import * as contracts from '@parley/contracts';
import { plainCodes } from '@parley/contracts';

interface StatusRow {
  http: number;
  title: string;
  /** Number of the gRPC status. */
  grpc: number;
}

/** The one table from the kind of an error to its statuses. Source: contract 00 section 4. */
export const statusOfKind: Record<ErrorKind, StatusRow> = {
  bad_request: { http: 400, title: 'Bad Request', grpc: 3 },
  unauthorized: { http: 401, title: 'Unauthorized', grpc: 16 },
  forbidden: { http: 403, title: 'Forbidden', grpc: 7 },
  not_found: { http: 404, title: 'Not Found', grpc: 5 },
  method_not_allowed: { http: 405, title: 'Method Not Allowed', grpc: 12 },
  timeout: { http: 408, title: 'Request Timeout', grpc: 4 },
  conflict: { http: 409, title: 'Conflict', grpc: 6 },
  gone: { http: 410, title: 'Gone', grpc: 11 },
  precondition_failed: { http: 412, title: 'Precondition Failed', grpc: 9 },
  too_large: { http: 413, title: 'Content Too Large', grpc: 3 },
  unsupported_type: { http: 415, title: 'Unsupported Media Type', grpc: 3 },
  invalid: { http: 422, title: 'Unprocessable Content', grpc: 3 },
  rate_limited: { http: 429, title: 'Too Many Requests', grpc: 8 },
  internal: { http: 500, title: 'Internal Server Error', grpc: 13 },
  unavailable: { http: 503, title: 'Service Unavailable', grpc: 14 },
};

/** An answer ready to be written. */
export interface ProblemAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * The answer to a refusal: a problem document (RFC 9457), or plain text where old clients read one.
 * `details` become members of the document; `retryAfterSeconds` among them is the `Retry-After` header as well.
 * The challenge of a 401 depends on the caller, so the gateway adds it.
 * Source: contract 00 section 4.
 */
export function problemAnswer(error: AppError, requestId: string): ProblemAnswer {
  const { http: status, title } = statusOfKind[error.kind];
  const headers = headersOf(error, status);

  if (plainCodes.has(error.code)) {
    headers['content-type'] = 'text/plain; charset=utf-8';
    const { line, column } = error.details;
    const place = line === undefined ? '' : ` Line ${line}, column ${column}.`;
    return { status, headers, body: error.message + place };
  }

  headers['content-type'] = 'application/problem+json; charset=utf-8';
  const body = JSON.stringify({
    // Of a 500 the caller learns the code and the request id, nothing else.
    ...(status === 500 ? {} : error.details),
    type: 'about:blank',
    title,
    status,
    code: error.code,
    success: false,
    msg: error.message,
    error: error.message,
    requestId,
  });
  return { status, headers, body };
}

function headersOf({ details }: AppError, status: number): Record<string, string> {
  const headers: Record<string, string> = {};
  if (status === 503 || status === 429) headers['retry-after'] = String(details.retryAfterSeconds ?? 1);
  if (status === 405 && Array.isArray(details.allow)) headers.allow = details.allow.join(', ');
  return headers;
}

let catalogued: Map<string, (details?: ErrorDetails, cause?: unknown) => AppError> | undefined;

/** Makes the error of a code that is known only at run time; undefined when no catalogue of the contracts has it. */
export function errorOfCode(code: string, details?: ErrorDetails, cause?: unknown): AppError | undefined {
  // Every catalogue is an export of the contracts: none needs to be registered.
  catalogued ??= new Map(
    Object.values<unknown>(contracts)
      .filter(isCatalogue)
      .flatMap((catalogue) =>
        Object.keys(catalogue.entries).map((known) => [known, catalogue[known] as never] as const),
      ),
  );
  return catalogued.get(code)?.(details, cause);
}

function isCatalogue(value: unknown): value is Record<string, unknown> & { entries: object } {
  return typeof value === 'object' && value !== null && 'entries' in value && typeof value.entries === 'object';
}
