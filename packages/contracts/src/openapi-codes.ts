import { everyPrincipal } from './access.ts';
import { type AnyEndpoint, bodyKindOf } from './define-api.ts';

/** What may refuse any call, whatever it is about. */
const ofAnyCall = ['tls_required', 'header_malformed', 'validation_failed', 'rate_limited'];
const ofAnyFailure = ['internal', 'dependency_down', 'busy'];

/**
 * The codes that follow from the form of an endpoint, because the gateway and the handler of calls refuse by the form alone. No
 * endpoint has to name them.
 */
export function formCodesOf(endpoint: AnyEndpoint): string[] {
  const codes = [
    ...codesOfCaller(endpoint),
    ...(endpoint.path.includes('/:') ? ['route_not_found'] : []),
    ...(hasCursor(endpoint) ? ['cursor_invalid'] : []),
    ...codesOfBody(endpoint),
    ...codesOfCookie(endpoint),
    ...codesOfWrite(endpoint),
    ...ofAnyCall,
    ...ofAnyFailure,
  ];
  return [...new Set(codes)];
}

/** Who calls, from where, and whether they may. */
function codesOfCaller({ role, right, kinds, refusal = 'role_too_low', path }: AnyEndpoint): string[] {
  const rules = path.includes('/:id_project') ? ['banned', 'ip_not_allowed'] : [];
  if (role === 'public') return rules;
  const credentials = ['unauthorized', 'token_expired', 'authorization_malformed'];
  const refused = everyPrincipal.every((kind) => kinds?.includes(kind)) ? [] : [refusal];
  if (role === 'signed_in') return [...credentials, ...refused];
  const ofRight = right === 'none' ? [] : ['right_missing'];
  return [...credentials, ...rules, 'not_a_member', 'role_too_low', ...ofRight, ...refused];
}

function codesOfBody(endpoint: AnyEndpoint): string[] {
  const { body, consumes } = endpoint;
  const kind = bodyKindOf(endpoint);
  if (kind === 'none') return [];
  const takesJson = body !== undefined && (consumes === undefined || consumes.includes('application/json'));
  return [
    ...(body === undefined ? [] : ['content_type_wrong']),
    ...(takesJson ? ['malformed_json'] : []),
    // Of an upload the service judges the size, by a code of its own.
    ...(kind === 'whole' ? ['body_too_large'] : []),
    'body_timeout',
  ];
}

/** What the gateway refuses of calls from pages of other sites. */
function codesOfCookie({ cookie, method }: AnyEndpoint): string[] {
  if (cookie === undefined) return [];
  return method === 'post' ? ['origin_not_allowed', 'content_type_wrong'] : ['origin_not_allowed'];
}

function codesOfWrite(endpoint: AnyEndpoint): string[] {
  if (endpoint.method === 'get') return [];
  return [
    ...(endpoint.idempotency === 'ignored' ? [] : ['idempotency_in_progress', 'idempotency_key_reused']),
    ...(checksVersion(endpoint) ? ['version_mismatch'] : []),
  ];
}

/** Whether `If-Match` counts: for what changes a record that is there, a POST below its path as well. */
export function checksVersion({ method, path, errors }: AnyEndpoint): boolean {
  if (method === 'get') return false;
  const isBelowRecord = path.replace('/:id_project', '').includes('/:');
  return method !== 'post' || isBelowRecord || errors.includes('version_mismatch');
}

function hasCursor({ query }: AnyEndpoint): boolean {
  return query !== undefined && 'shape' in query && 'cursor' in (query.shape as object);
}
