import type { z } from 'zod';

/**
 * What kind of refusal an error is. The kind alone decides the HTTP and the gRPC status (`service-kit`, one table),
 * so a new code can never become a 500 by omission.
 */
export type ErrorKind =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'timeout'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_type'
  | 'invalid'
  | 'rate_limited'
  | 'internal'
  | 'unavailable';

/** Body members beyond the problem document: ids, enums and numbers only (`conflict`, `hint`, `limit`, …). */
export type ErrorDetails = Record<string, unknown>;

/** The only error that may reach a caller. Made by the catalogues of `defineErrors`, never by `new`. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  /** snake_case, stable: what programs branch on. */
  readonly code: string;
  readonly details: ErrorDetails;

  constructor(kind: ErrorKind, code: string, sentence: string, details: ErrorDetails = {}, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}

/** `[kind, sentence]`: the sentence is public, in English, and names no ids. */
export type ErrorEntry = readonly [kind: ErrorKind, sentence: string];

export type ErrorCatalogue<Entries extends Record<string, ErrorEntry>> = {
  readonly [Code in keyof Entries]: (details?: ErrorDetails, cause?: unknown) => AppError;
} & { readonly entries: Entries };

/**
 * A catalogue of error codes: `requestErrors.request_closed({ hint })` makes the error.
 * @throws TypeError never; a code is a property, so a misspelt one does not compile.
 */
export function defineErrors<const Entries extends Record<string, ErrorEntry>>(
  entries: Entries,
): ErrorCatalogue<Entries> {
  const makers = Object.fromEntries(
    Object.entries(entries).map(([code, [kind, sentence]]) => [
      code,
      (details?: ErrorDetails, cause?: unknown) => new AppError(kind, code, sentence, details, cause),
    ]),
  );
  return { ...makers, entries } as ErrorCatalogue<Entries>;
}

/** One refused field: `param` as `paramOf` writes it, `location` where it stood. */
export interface FieldFault {
  param: string;
  location: 'body' | 'query' | 'path' | 'header';
  msg: string;
  value?: unknown;
}

/** How a field is named: `text`, `filters[2].operator`, and in a body that is a list, `3.text`. Source: contracts 21 and 30. */
export function paramOf(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map((part) => (typeof part === 'number' ? part : String(part)));
  return rest.reduce<string>(
    (name, part) => name + (typeof part === 'number' ? `[${part}]` : `.${part}`),
    String(first ?? ''),
  );
}

/** Codes that any endpoint may answer. Source: contract 00 section 4, 7, 8; 10 section 3. */
export const commonErrors = defineErrors({
  malformed_json: ['bad_request', 'The body is not valid JSON.'],
  header_malformed: ['bad_request', 'A header is malformed.'],
  cursor_invalid: ['bad_request', 'The cursor is not valid for this list.'],
  unauthorized: ['unauthorized', 'Authentication is required, or the credentials are not valid.'],
  token_expired: ['unauthorized', 'The token has expired; sign in again.'],
  not_a_member: ['forbidden', 'You are not a member of this project.'],
  role_too_low: ['forbidden', 'Your role in this project does not allow this.'],
  right_missing: ['forbidden', 'Your role in this project does not have the right for this.'],
  users_only: ['forbidden', 'Only a signed-in user may do this.'],
  ip_not_allowed: ['forbidden', 'This project does not accept calls from your address.'],
  origin_not_allowed: ['forbidden', 'Pages from this origin may not make this call.'],
  banned: ['forbidden', 'You are banned from this project.'],
  tls_required: ['forbidden', 'TLS is required.'],
  route_not_found: ['not_found', 'There is no endpoint at this path.'],
  method_not_allowed: ['method_not_allowed', 'This path does not support this method.'],
  idempotency_in_progress: ['conflict', 'A call with this Idempotency-Key is still running.'],
  version_mismatch: ['precondition_failed', 'The record has changed since the version in If-Match.'],
  body_too_large: ['too_large', 'The body is larger than the limit.'],
  body_timeout: ['timeout', 'The body did not arrive in time; send it again.'],
  content_type_wrong: ['unsupported_type', 'The content type of the body is not supported here.'],
  validation_failed: ['invalid', 'A field or query value is not valid.'],
  idempotency_key_reused: ['invalid', 'This Idempotency-Key was used with another body.'],
  url_not_allowed: [
    'invalid',
    'An address must be https, without user and fragment, at port 443 or from 1024 on, and of a public host. The operator allows others: `OUTBOUND_ALLOW=localhost npm start`.',
  ],
  limit_reached: ['invalid', 'The maximum number of records is reached.'],
  rate_limited: ['rate_limited', 'Too many calls.'],
  internal: ['internal', 'Something went wrong on our side.'],
  query_timeout: ['unavailable', 'The query took too long; narrow it down.'],
  dependency_down: ['unavailable', 'A part of the service is unavailable; try again shortly.'],
  busy: ['unavailable', 'The service is busy; try again shortly.'],
  maintenance: ['unavailable', 'The service is under maintenance.'],
});

/** Codes of single items of a batch, beyond those of the same call made alone. Source: contract 82 section 9. */
export const batchErrors = defineErrors({
  not_attempted: ['unavailable', 'The call had no time left for this item; repeat it.'],
});

/** Codes that are answered as a sentence in text/plain: the old clients read one there. Source: contract 00 section 4, 10 section 3. */
export const plainCodes: ReadonlySet<string> = new Set(['authorization_malformed', 'malformed_json', 'tls_required']);

/**
 * The refusal of one part of a call: `errors` names the part, and in it the fields.
 * @param part as `paramOf` writes it: `actions[2]`
 */
export function refusalOf(part: string, { kind, code, message, details, cause }: AppError): AppError {
  const faults = (details.errors ?? []) as FieldFault[];
  const named = faults.map((fault): FieldFault => ({ ...fault, param: `${part}.${fault.param}` }));
  const errors = named.length > 0 ? named : [{ param: part, location: 'body', msg: message } satisfies FieldFault];
  return new AppError(kind, code, message, { ...details, errors }, cause);
}

/** The 422 with every fault listed at once. */
export function validationFailed(faults: FieldFault[]): AppError {
  return commonErrors.validation_failed({ errors: faults });
}

/** What a schema finds wrong with a body, or with the part of it that stands at `within`. */
export function bodyFaults({ issues }: z.ZodError, within?: string): FieldFault[] {
  const place = within === undefined ? [] : [within];
  return issues.map(({ path, message }) => ({ param: paramOf([...place, ...path]), location: 'body', msg: message }));
}
