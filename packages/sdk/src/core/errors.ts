import type { ErrorCode } from '../generated/errors.ts';

/** An invalid field, and why. */
export interface FieldError {
  param: string;
  location: 'body' | 'query' | 'path' | 'header';
  msg: string;
}

/** The content of an error answer. */
interface Refusal {
  code: string;
  status: number;
  msg: string;
  requestId: string | undefined;
  retryAfter: number | undefined;
  problem: Readonly<Record<string, unknown>>;
}

/** The code of an answer that is not a problem document: a proxy's page, truncated JSON. */
export type UnexpectedAnswer = 'unexpected_answer';

/** What every failed call reports. */
class CallError extends Error {
  /** Name of the operation. */
  declare readonly operation: string;
  /** Number of attempts. */
  declare readonly attempts: number;

  constructor(operation: string, attempts: number, what: string, cause?: unknown) {
    super(`${operation}: ${what}`, { cause });
    Object.assign(this, { operation, attempts });
  }
}

/** The API refused a call. Branch on `code`: `isParleyError(error, 'request_closed')`. */
export class ParleyError<Code extends string = ErrorCode | UnexpectedAnswer> extends CallError {
  override name = 'ParleyError';
  declare readonly code: Code;
  declare readonly status: number;
  /** The message of the answer. */
  declare readonly msg: string;
  /** Quote it to the operator: it is in the logs. */
  declare readonly requestId: string | undefined;
  /** Seconds to wait before a retry. */
  declare readonly retryAfter: number | undefined;
  /** The problem document, with members that only some codes have (`hint`, `limit`, `oldest`). */
  declare readonly problem: Readonly<Record<string, unknown>>;

  constructor(operation: string, attempts: number, refusal: Refusal) {
    super(operation, attempts, `${refusal.msg} (${refusal.status} ${refusal.code})`);
    Object.assign(this, refusal);
  }

  /** With `validation_failed`: all invalid fields. */
  get errors(): readonly FieldError[] {
    return (this.problem.errors as FieldError[] | undefined) ?? [];
  }

  /** With 409: `_id` of the conflicting record. */
  get conflict(): string | undefined {
    return this.problem.conflict as string | undefined;
  }
}

/** There was no answer: the network failed on every attempt. */
export class ParleyNetworkError extends CallError {
  override name = 'ParleyNetworkError';
}

/** There was no answer in time, on any attempt. */
export class ParleyTimeoutError extends ParleyNetworkError {
  override name = 'ParleyTimeoutError';
}

/** Whether an error was returned by the API, with this code if one is given. */
export function isParleyError<Code extends ErrorCode | UnexpectedAnswer>(
  error: unknown,
  code?: Code,
): error is ParleyError<Code> {
  return error instanceof ParleyError && (code === undefined || error.code === code);
}

/** The content of an error answer, even if it is not a problem document. */
export function refusalOf({ status, headers }: Response, text: string): Refusal {
  const read = (name: string) => headers.get(name) ?? undefined;
  const isPlain = read('content-type')?.startsWith('text/plain');
  // Without JSON, only the status is known, or a sentence in plain text.
  const problem: Record<string, unknown> = Object(
    parseJson(text) ?? (isPlain ? { code: plainCode(status, text), msg: text } : {}),
  );
  const { code = 'unexpected_answer', msg = 'unexpected answer', requestId = read('x-request-id') } = problem;
  const after = read('retry-after');
  return {
    code: code as string,
    status,
    msg: msg as string,
    requestId: requestId as string | undefined,
    // In seconds, or as a date.
    retryAfter: (after && (+after >= 0 ? +after : Math.max(0, (Date.parse(after) - Date.now()) / 1000))) || undefined,
    problem,
  };
}

/** Undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Codes whose answer is a sentence in plain text. Source: contract 00 section 4. */
function plainCode(status: number, text: string): ErrorCode | undefined {
  if (status === 403) return 'tls_required';
  if (status === 400) return /Authorization/.test(text) ? 'authorization_malformed' : 'malformed_json';
}
